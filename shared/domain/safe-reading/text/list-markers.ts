import { isElement, type MailElement } from '../html/mail-tree.ts';

/** The mark of a list item: its number in an ordered list. */
export function markerOf(item: MailElement): string {
  const list = item.parent;
  if (!isElement(list) || list.name !== 'ol') return '- ';
  const items = itemNumbers(list);
  return `${items.get(item) ?? 1}. `;
}

const NUMBERS = new WeakMap<MailElement, Map<MailElement, number>>();

function itemNumbers(list: MailElement): Map<MailElement, number> {
  const known = NUMBERS.get(list);
  if (known !== undefined) return known;
  const numbers = new Map<MailElement, number>();
  const start = Number.parseInt(list.attributes.start ?? '', 10);
  let next = Number.isNaN(start) ? 1 : start;
  for (const node of list.children) {
    if (!isElement(node) || node.name !== 'li') continue;
    const own = Number.parseInt(node.attributes.value ?? '', 10);
    if (!Number.isNaN(own)) next = own;
    numbers.set(node, next++);
  }
  NUMBERS.set(list, numbers);
  return numbers;
}
