import { Parser, type Token } from 'parse5';
import type { MailDocument } from './mail-tree.ts';
import { type MailTree, MailTreeAdapter } from './tree-adapter.ts';

/** The maximum of open elements. Newsletters nest about 60, and long conversations about 150. */
const MAX_OPEN = 250;
/** The maximum of elements. An ordinary email of half a megabyte has 16,000. */
const MAX_ELEMENTS = 60_000;

/** Elements with content that is not markup. Without the tag, the content would be read as something else. */
const RAW: ReadonlySet<string> = new Set(
  'script style title textarea xmp iframe noembed noframes plaintext'.split(' '),
);

/**
 * The tree that a browser makes of the HTML of an email, with scripts off (HTML Living Standard, section 13.2.6). The
 * work is linear in the length of the HTML: tags that are nested too deep, or too many, are left out. What follows the
 * first such tag is marked, because nothing says what it is part of.
 */
export function parseHtml(html: string): MailDocument {
  const adapter = new MailTreeAdapter();
  const document = BoundedParser.parse<MailTree>(html, { treeAdapter: adapter, scriptingEnabled: false });
  document.isCut = adapter.isCut;
  return document;
}

class BoundedParser extends Parser<MailTree> {
  override onStartTag(token: Token.TagToken): void {
    if (this.#isFull() && !RAW.has(token.tagName)) this.#adapter.isCut = true;
    else super.onStartTag(token);
  }

  override _reconstructActiveFormattingElements(): void {
    // An unclosed `<b>` is opened again in each paragraph, so a few tags make many elements.
    if (this.#adapter.elements < MAX_ELEMENTS) super._reconstructActiveFormattingElements();
    else this.#adapter.isCut = true;
  }

  get #adapter(): MailTreeAdapter {
    return this.treeAdapter as MailTreeAdapter;
  }

  #isFull(): boolean {
    return this.openElements.depth >= MAX_OPEN || this.#adapter.elements >= MAX_ELEMENTS;
  }
}
