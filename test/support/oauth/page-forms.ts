import { type DefaultTreeAdapterTypes, html, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** A field of a form as a browser would send it. */
export interface FormField {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  /** Whether a browser sends it: a box that is not ticked, and a button that is not pressed, are not sent. */
  readonly isSent: boolean;
}

export interface PageForm {
  /** The address that it is sent to, as the page has it; empty for the page's own. */
  readonly action: string;
  readonly method: 'get' | 'post';
  readonly fields: readonly FormField[];
}

/** The forms of a page, with their fields and buttons. */
export function formsIn(page: string): PageForm[] {
  return elementsIn(parse(page).childNodes)
    .filter(({ tagName }) => tagName === html.TAG_NAMES.FORM)
    .map((form) => ({
      action: attribute(form, 'action') ?? '',
      method: attribute(form, 'method')?.toLowerCase() === 'post' ? 'post' : 'get',
      fields: elementsIn(form.childNodes).flatMap(fieldOf),
    }));
}

/** Every element below some nodes, in the order of the page. */
export function elementsIn(nodes: readonly Node[]): Element[] {
  return nodes.flatMap((node) => ('tagName' in node ? [node, ...elementsIn(node.childNodes)] : []));
}

/** The value of an attribute; undefined without one. */
export function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((one) => one.name === name)?.value;
}

function fieldOf(element: Element): FormField[] {
  const { tagName } = element;
  if (!['input', 'button', 'textarea'].includes(tagName)) return [];
  const name = attribute(element, 'name');
  if (name === undefined) return [];
  const type =
    tagName === 'button' ? 'submit' : tagName === 'textarea' ? 'textarea' : (attribute(element, 'type') ?? 'text');
  const isBox = type === 'checkbox' || type === 'radio';
  const isSent = isBox ? attribute(element, 'checked') !== undefined : type !== 'submit';
  return [{ name, type, value: attribute(element, 'value') ?? (isBox ? 'on' : ''), isSent }];
}
