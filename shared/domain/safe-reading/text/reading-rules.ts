import type { Sight } from '../css/rendered-style.ts';
import { isElement, type MailElement } from '../html/mail-tree.ts';

/** Elements that are lists. */
export const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'menu', 'dir']);

const RANKS: Readonly<Record<Sight, number>> = { seen: 0, doubtful: 1, hidden: 2 };

/** The less certain of two. */
export function worse(one: Sight, other: Sight): Sight {
  return RANKS[one] >= RANKS[other] ? one : other;
}

/** Blanks, and characters that take no room. Preheaders are filled with them. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}

/** Whether browsers show a template in place of the content of an element. */
export function hasShadowTree({ children }: MailElement): boolean {
  return children.some((node) => isElement(node) && node.attributes.shadowrootmode !== undefined);
}

/** Whether an element is in a list. */
export function isInList(element: MailElement): boolean {
  for (let at = element.parent; isElement(at); at = at.parent) if (LISTS.has(at.name)) return true;
  return false;
}

/** Whether text in an element is not painted: in a graphic, only that of elements for text is. */
export function isShapeless(parent: unknown): boolean {
  return isElement(parent) && parent.kind === 'svg' && !/^(?:text|tspan|textpath|a)$/.test(parent.name);
}
