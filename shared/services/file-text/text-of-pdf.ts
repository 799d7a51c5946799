import { getDocumentProxy } from 'unpdf';

/** A text that may have been cut. */
export interface CutText {
  readonly text: string;
  readonly truncated: boolean;
}

/**
 * Milliseconds of processor time after which no other page is read, so that a long document yields its first pages: as
 * many on a busy machine as on an idle one.
 */
const PAGES_BUDGET_MS = 3_000;

/**
 * The text of a PDF, page by page, with an empty line between pages. A document of scanned pages has none. Throws for a
 * file that is no PDF, and for one that needs a password.
 */
export async function textOfPdf(bytes: Uint8Array, maxCharacters: number): Promise<CutText> {
  const began = process.cpuUsage();
  const document = await getDocumentProxy(new Uint8Array(bytes), { useSystemFonts: false });
  const pages: string[] = [];
  let length = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    if (length > maxCharacters || millisecondsSince(began) > PAGES_BUDGET_MS) {
      return { text: pages.join('\n\n'), truncated: true };
    }
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
    page.cleanup();
    pages.push(text.trim());
    length += text.length;
  }
  return { text: pages.join('\n\n').trim(), truncated: false };
}

/** The processor time of this process since then. It reads one file at a time. */
function millisecondsSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
