import { type Color, LINK, legacyColorOf } from '../css/css-color.ts';
import type { Declared } from '../css/declarations.ts';
import type { MailElement } from './mail-tree.ts';

type Entry = readonly [property: string, value: string];

const SIZED: ReadonlySet<string> = new Set('table td th col colgroup'.split(' '));
const TALL: ReadonlySet<string> = new Set('table tr td th'.split(' '));
/** The sizes of `<font size>`. See: HTML Living Standard, section 15.3.4. */
const FONT_SIZES = ['10px', '10px', '13px', '16px', '18px', '24px', '32px', '48px'] as const;
/** Style of browsers that decides where text is and in which color it is painted. */
const DEFAULTS: Readonly<Record<string, readonly Entry[]>> = {
  blockquote: [['margin-left', '40px']],
  button: control('#efefef'),
  dd: [['margin-left', '40px']],
  dir: [['padding-left', '40px']],
  figure: [['margin-left', '40px']],
  input: control('#ffffff'),
  listing: [['white-space', 'pre']],
  mark: [
    ['color', '#000000'],
    ['background-color', '#ffff00'],
  ],
  menu: [['padding-left', '40px']],
  nobr: [['white-space', 'nowrap']],
  ol: [['padding-left', '40px']],
  plaintext: [['white-space', 'pre']],
  pre: [['white-space', 'pre']],
  select: control('#ffffff'),
  textarea: [...control('#ffffff'), ['white-space', 'pre-wrap']],
  ul: [['padding-left', '40px']],
  xmp: [['white-space', 'pre']],
};

function control(ground: string): readonly Entry[] {
  return [
    ['color', '#000000'],
    ['background-color', ground],
    ['font-size', '13px'],
    ['line-height', 'normal'],
    ['letter-spacing', 'normal'],
    ['word-spacing', 'normal'],
    ['text-indent', '0px'],
  ];
}

/** What the names and attributes of elements declare. Any style is stronger. `link`: the color of links. */
export function attributeStyles(element: MailElement, link: string | undefined): Map<string, Declared> {
  const found = new Map<string, Declared>();
  for (const [name, value] of entriesOf(element, link)) found.set(name, { value, isImportant: false });
  return found;
}

function* entriesOf(element: MailElement, link: string | undefined): Generator<Entry> {
  const { name, kind, attributes } = element;
  if (kind === 'svg') yield* graphicStyles(attributes);
  if (kind !== 'html') return;
  if (Object.hasOwn(DEFAULTS, name)) yield* DEFAULTS[name] as readonly Entry[];
  if (name === 'a' && attributes.href !== undefined) {
    yield ['color', link ?? rgb(LINK)];
    yield ['text-fill-color', 'currentcolor'];
  }
  const isClosed = attributes.popover !== undefined || (name === 'dialog' && attributes.open === undefined);
  if (attributes.hidden !== undefined || isClosed) yield ['display', 'none'];
  yield* colors(element);
  if (name === 'font') yield* fontStyles(attributes);
  if (SIZED.has(name)) yield* length('width', attributes.width);
  if (TALL.has(name)) yield* length('height', attributes.height);
  if ((name === 'td' || name === 'th') && attributes.nowrap !== undefined) yield ['white-space', 'nowrap'];
}

function* colors({ name, attributes }: MailElement): Generator<Entry> {
  const text = legacyColor(name === 'body' ? attributes.text : name === 'font' ? attributes.color : undefined);
  if (text !== undefined) yield ['color', text];
  const ground = legacyColor(attributes.bgcolor);
  if (ground !== undefined) yield ['background-color', ground];
  const image = attributes.background?.trim();
  if (image) yield ['background-image', /^data:/i.test(image) ? 'url(data:)' : 'url()'];
}

function* fontStyles({ size, face }: Readonly<Record<string, string>>): Generator<Entry> {
  if (face !== undefined) yield ['font-family', face.toLowerCase()];
  const [, sign, digits] = /^\s*([+-]?)(\d{1,3})/.exec(size ?? '') ?? [];
  if (digits === undefined) return;
  const number = sign === '-' ? 3 - Number(digits) : sign === '+' ? 3 + Number(digits) : Number(digits);
  yield ['font-size', FONT_SIZES[Math.min(Math.max(number, 1), 7)] as string];
}

function* length(property: string, attribute: string | undefined): Generator<Entry> {
  const [, number, unit = ''] = /^\s*(\d+(?:\.\d+)?)(%?)/.exec(attribute ?? '') ?? [];
  // A size of 0 counts as none. See: HTML Living Standard, section 2.3.4.5 (nonzero dimension values).
  if (number !== undefined && Number(number) > 0) yield [property, `${number}${unit || 'px'}`];
}

const GRAPHIC = ['display', 'visibility', 'opacity', 'font-size', 'fill', 'transform', 'clip-path', 'mask', 'filter'];

function* graphicStyles(attributes: Readonly<Record<string, string>>): Generator<Entry> {
  for (const name of GRAPHIC) {
    const value = attributes[name]?.trim().toLowerCase();
    if (value) yield [name, value];
  }
}

function legacyColor(attribute: string | undefined): string | undefined {
  const color = attribute === undefined ? undefined : legacyColorOf(attribute);
  return color && rgb(color);
}

/** The color of links that the body declares. */
export function linkColor(body: MailElement | undefined): string | undefined {
  return legacyColor(body?.attributes.link);
}

function rgb({ red, green, blue }: Color): string {
  return `rgb(${[red, green, blue].map((part) => Math.round(part * 255)).join(', ')})`;
}
