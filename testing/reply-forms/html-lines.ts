import { type ChildNode, isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { containerOf } from '#shared/domain/quotations/quotation-containers.ts';
import type { LineRole, ReadLine } from '#shared/domain/quotations/read-lines.ts';

const BLOCKS: ReadonlySet<string> = new Set(
  'address article blockquote body center details div dl dt dd fieldset footer form h1 h2 h3 h4 h5 h6 header html li ol p pre section table tbody td th tr ul'.split(
    ' ',
  ),
);

/**
 * The lines of a small HTML text with their containers. It knows nothing about styles: the forms of this folder have no
 * hidden text.
 */
export function linesOfHtml(source: string): ReadLine[] {
  const lines: ReadLine[] = [];
  let current = '';
  let state: { depth: number; role: LineRole } = { depth: 0, role: 'own' };
  const end = (isForced: boolean) => {
    const text = current.replace(/[ \t\n\r]+/g, ' ').trim();
    if (text !== '' || isForced) lines.push({ text, ...state });
    current = '';
  };
  const visit = (nodes: readonly ChildNode[]): void => {
    for (const node of nodes) {
      if (isText(node)) current += node.data;
      if (!isTag(node) || node.name === 'style' || node.name === 'head') continue;
      if (node.name === 'br') {
        end(true);
        continue;
      }
      const container = containerOf({ name: node.name, attributes: node.attribs });
      const isBlock = BLOCKS.has(node.name) || container !== undefined;
      if (isBlock) end(false);
      const outer = state;
      if (container !== undefined) {
        const role = container === 'forward' ? 'forward' : 'quotation';
        state = { depth: outer.depth + 1, role: outer.role === 'own' ? role : outer.role };
      }
      visit(node.children);
      if (isBlock) end(false);
      state = outer;
      if (node.name === 'p') lines.push({ text: '', ...state });
    }
  };
  visit(parseDocument(source).children);
  end(false);
  return lines;
}
