import type { RenderedStyle } from '../css/rendered-style.ts';
import { isElement, type MailElement, textOf } from '../html/mail-tree.ts';

/** What a form control shows. `isCut`: it has no room for all of it. */
export interface ShownValue {
  readonly shown: string;
  readonly unseen: string;
  readonly isCut: boolean;
}

const NOTHING: ShownValue = { shown: '', unseen: '', isCut: false };
/** Types of inputs that show their value as it is. */
const TEXTS = /^(?:text|search|tel|url|email|number|date|month|week|time|datetime-local|)$/;
const LABELS: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset', button: '' };
/** The characters that a text field and a text area have room for unless they say otherwise. */
const FIELD = 20;
const ROWS = 2;

/** Whether a control with a style has room for a value, by an estimate with wide letters. */
export function hasRoomFor(value: string, { width, height = MIN_HEIGHT, font }: RenderedStyle): boolean {
  const longest = Math.max(
    ...value
      .split('\n')
      .slice(0, 100)
      .map((line) => line.length),
  );
  return height >= MIN_HEIGHT && longest * 0.6 * font <= Math.max(width, 0) + font;
}

/** Pixels of a control that shows a line. */
const MIN_HEIGHT = 10;

/** What a person sees of an `input`. See: HTML Living Standard, section 15.5. */
export function shownInput({ attributes }: MailElement): ShownValue {
  const type = attributes.type?.trim().toLowerCase() ?? '';
  const value = attributes.value ?? '';
  if (type === 'hidden') return NOTHING;
  if (Object.hasOwn(LABELS, type)) return { ...NOTHING, shown: attributes.value ?? (LABELS[type] as string) };
  if (type === 'checkbox' || type === 'radio') {
    return { ...NOTHING, shown: attributes.checked === undefined ? '[ ]' : '[x]' };
  }
  if (type === 'image') return { ...NOTHING, shown: attributes.alt ?? '' };
  if (/^(?:password|range|color|file)$/.test(type)) return NOTHING;
  const shown = value === '' ? (attributes.placeholder ?? '') : value;
  return TEXTS.test(type) || type !== '' ? fitting(shown, numberOf(attributes.size, FIELD)) : NOTHING;
}

function fitting(text: string, characters: number): ShownValue {
  const isCut = text.length > characters + 4;
  return { shown: isCut ? '' : text, unseen: isCut ? text : '', isCut };
}

/** What a person sees of a `textarea`: the lines that it has room for. */
export function shownArea({ attributes, children }: MailElement): ShownValue {
  const text = textOf(children).replace(/^\n/, '').trimEnd();
  const whole = text === '' ? (attributes.placeholder ?? '') : text;
  const columns = numberOf(attributes.cols, FIELD);
  const rows = numberOf(attributes.rows, ROWS);
  const needed = whole
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * 1.15) / columns)), 0);
  const isCut = needed > rows;
  return { shown: isCut ? '' : whole, unseen: isCut ? whole : '', isCut };
}

/** What a person sees of a `select`: the option that is selected, or as many as the list has room for. */
export function shownOptions(select: MailElement): ShownValue {
  const options = optionsOf(select);
  const isMultiple = select.attributes.multiple !== undefined;
  const size = numberOf(select.attributes.size, isMultiple ? 4 : 1);
  const selected = isMultiple ? -1 : options.findLastIndex(({ attributes }) => attributes.selected !== undefined);
  const seen = size > 1 ? options.slice(0, size) : options.slice(Math.max(selected, 0), Math.max(selected, 0) + 1);
  const label = (option: MailElement) =>
    (option.attributes.label || textOf(option.children)).replace(/\s+/g, ' ').trim();
  const unseen = options.filter((option) => !seen.includes(option));
  return { shown: seen.map(label).join('\n'), unseen: unseen.map(label).join(' ').trim(), isCut: false };
}

function optionsOf(element: MailElement): MailElement[] {
  return element.children.flatMap((node) => {
    if (!isElement(node) || node.attributes.hidden !== undefined) return [];
    return node.name === 'option' ? [node] : optionsOf(node);
  });
}

function numberOf(attribute: string | undefined, otherwise: number): number {
  const number = Number.parseInt(attribute ?? '', 10);
  return number > 0 ? number : otherwise;
}
