import type { ReadLine } from '#shared/domain/quotations/read-lines.ts';

const MARKS = /^(?:>[ \t]?)+/;

/** The lines of a plain text: `>` marks are counted and removed. */
export function linesOfText(text: string): ReadLine[] {
  return text.split(/\r\n|\r|\n/).map((line) => {
    const [marks = ''] = MARKS.exec(line) ?? [];
    const depth = marks.length - marks.replaceAll('>', '').length;
    return { text: line.slice(marks.length), depth, role: depth === 0 ? 'own' : 'quotation' };
  });
}
