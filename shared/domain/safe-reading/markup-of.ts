import { type ChildNode, isTag, isText } from 'domhandler';

/** The attributes that change the text of an element: numbers of lists. */
const KEPT = ['start', 'type', 'value'] as const;

/** Elements that have no end tag. See: HTML Living Standard, section 13.1.2. */
const VOID: ReadonlySet<string> = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
);

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The HTML of nodes for a converter to text: elements and texts, without attributes that make no difference there. */
export function markupOf(nodes: readonly ChildNode[]): string {
  const parts: string[] = [];
  write(nodes, parts);
  return parts.join('');
}

function write(nodes: readonly ChildNode[], parts: string[]): void {
  for (const node of nodes) {
    if (isText(node)) {
      parts.push(escaped(node.data));
    } else if (isTag(node)) {
      const { name, attribs, children } = node;
      const kept = KEPT.flatMap((key) => (attribs[key] === undefined ? [] : ` ${key}="${escaped(attribs[key])}"`));
      parts.push(`<${name}${kept.join('')}>`);
      write(children, parts);
      if (!VOID.has(name)) parts.push(`</${name}>`);
    }
  }
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] as string);
}
