import { Parser } from 'htmlparser2';

/** Elements that may be open at once. Newsletters nest tables some 60 deep; a deeper tag changes nothing for a reader. */
const MAX_OPEN = 100;
/** What of them may repeat each line of what is inside it in another form: with a prefix, or in capitals. */
const MAX_OPEN_REPEATING = 20;
const REPEATING: ReadonlySet<string> = new Set(['blockquote', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Their content is no text, or no markup: without its tag it would be read as what it is not. */
const RAW: ReadonlySet<string> = new Set(['script', 'style', 'title', 'textarea']);
const MAX_OPEN_RAW = MAX_OPEN + 10;

/** What runs on within a line. In place of any other tag that is left out there is a line break. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd label mark q s samp small span strike strong sub sup tt u var'.split(
    ' ',
  ),
);

/**
 * The same HTML with the tags left out that are nested too deep to matter, and no text lost. What reads HTML into a tree
 * keeps a list of the open elements and searches it at each closing tag: open elements times closing tags, 3 billion
 * steps for half a megabyte of `<svg>` and `</i>`.
 *
 * Left out as well are elements named like a property of every object, which a table of elements would find.
 */
export function flattenHtml(html: string): string {
  return new Flattener(html).flatten();
}

/** The parser's internal state that tells how deep it is: the innermost element first. */
interface ParserInternals {
  readonly stack: readonly string[];
  readonly foreignContext: readonly boolean[];
}

/** Follows the markup as the parser does that reads it later, and copies what that one may see. */
class Flattener extends Parser {
  readonly #html: string;
  readonly #kept: string[] = [];
  /** Up to where the HTML is copied or left out. */
  #done = 0;
  /** Whether the tag that is being read is left out. */
  #omitting = false;
  /** By name, the elements left out whose closing tags are still to come. */
  readonly #omitted = new Map<string, number>();

  constructor(html: string) {
    super();
    this.#html = html;
  }

  flatten(): string {
    this.end(this.#html);
    if (!this.#omitting) this.#kept.push(this.#html.slice(this.#done));
    return this.#kept.join('');
  }

  override onopentagname(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase();
    if (this.isVoidElement(name) || !this.#isTooMuch(name)) {
      super.onopentagname(start, end);
      return;
    }
    this.#omitting = true;
    this.#omitted.set(name, (this.#omitted.get(name) ?? 0) + 1);
    this.#keepUntil(start - 1);
    if (!INLINE.has(name)) this.#kept.push('<br>');
  }

  override onopentagend(end: number): void {
    if (this.#omitting) this.#omitUntil(end + 1);
    else super.onopentagend(end);
  }

  override onselfclosingtag(end: number): void {
    if (this.#omitting) this.#omitUntil(end + 1);
    else super.onselfclosingtag(end);
  }

  override onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase();
    const left = this.#omitted.get(name) ?? 0;
    if (left === 0) {
      super.onclosetag(start, end);
      return;
    }
    this.#omitted.set(name, left - 1);
    this.#keepUntil(this.#html.lastIndexOf('<', start));
    const close = this.#html.indexOf('>', end);
    this.#omitUntil(close === -1 ? this.#html.length : close + 1);
    if (!INLINE.has(name)) this.#kept.push('<br>');
  }

  #isTooMuch(name: string): boolean {
    const { stack, foreignContext } = this as unknown as ParserInternals;
    if (name in Object.prototype) return true;
    const open = Math.max(stack.length, foreignContext.length);
    if (open >= (RAW.has(name) ? MAX_OPEN_RAW : MAX_OPEN)) return true;
    return REPEATING.has(name) && stack.filter((one) => REPEATING.has(one)).length >= MAX_OPEN_REPEATING;
  }

  #keepUntil(end: number): void {
    this.#kept.push(this.#html.slice(this.#done, end));
    this.#done = end;
  }

  #omitUntil(end: number): void {
    this.#done = end;
    this.#omitting = false;
  }
}
