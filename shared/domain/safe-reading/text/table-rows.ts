import { isElement, type MailElement } from '../html/mail-tree.ts';
import type { LineWriter, WrittenLine } from './line-writer.ts';

/** Between the cells of a row that is one line. */
const BETWEEN = ' | ';
/** A row of a layout with longer lines is written as blocks. */
const MAX_LINE = 200;
/** Elements that a table of data has in no cell. */
const BLOCKS = /^(?:table|h[1-6]|ul|ol|dl|blockquote|pre|hr|form)$/;

/**
 * Writes the cells of a table row: as one line in a table of data, and in a layout where each cell is one short line;
 * else one after the other.
 */
export function writeRow(writer: LineWriter, row: MailElement, cells: readonly (readonly WrittenLine[])[]): void {
  const full = cells
    .map((lines) => lines.filter(({ numbered }) => numbered !== ''))
    .filter((lines) => lines.length > 0);
  const length = full.flat().reduce((sum, { numbered }) => sum + numbered.trim().length + BETWEEN.length, 0);
  const isShort = full.every((lines) => lines.length === 1) && length <= MAX_LINE;
  const isOneLine = full.length > 1 && (isShort || isOfData(row)) && full.flat().every(isLike(full[0]?.[0]));
  if (!isOneLine) {
    for (const lines of cells) {
      const hasGap = lines.length > 1;
      writer.endLine(hasGap);
      writer.addLines(lines);
      writer.endLine(hasGap);
    }
    return;
  }
  const joined = (part: 'text' | 'numbered') =>
    full.map((lines) => lines.map((line) => line[part].trim()).join(' ')).join(BETWEEN);
  const [first] = full[0] as readonly WrittenLine[];
  writer.addLines([{ ...(first as WrittenLine), text: joined('text'), numbered: joined('numbered') }]);
}

/** Whether lines are part of the same quotations. */
function isLike(first: WrittenLine | undefined): (line: WrittenLine) => boolean {
  return ({ depth, role }) => depth === first?.depth && role === first.role;
}

/** Whether a row is one of a table of data: with headings of columns or lines between cells, and no blocks in cells. */
function isOfData(row: MailElement): boolean {
  const table = tableOf(row);
  if (table === undefined || /^(?:presentation|none)$/i.test(table.attributes.role ?? '')) return false;
  const isData = Number(table.attributes.border ?? 0) > 0 || hasHeadings(table);
  return isData && row.children.every((cell) => !isElement(cell) || !cell.children.some(isBlock));
}

function isBlock(node: unknown): boolean {
  return isElement(node) && BLOCKS.test(node.name);
}

function tableOf(row: MailElement): MailElement | undefined {
  for (let at = row.parent; isElement(at); at = at.parent) if (at.name === 'table') return at;
  return undefined;
}

const HEADINGS = new WeakMap<MailElement, boolean>();

function hasHeadings(table: MailElement): boolean {
  const known = HEADINGS.get(table);
  if (known !== undefined) return known;
  const has = table.children.some(
    (node) =>
      isElement(node) &&
      (/^(?:thead|caption)$/.test(node.name) ||
        node.children.some(
          (row) => isElement(row) && row.children.some((cell) => isElement(cell) && cell.name === 'th'),
        )),
  );
  HEADINGS.set(table, has);
  return has;
}
