import { Parser } from 'htmlparser2';
import { INLINE_ELEMENTS } from './inline-elements.ts';

/** The maximum of open elements. Newsletters nest tables about 60 deep; deeper tags make no difference to readers. */
const MAX_OPEN = 100;
/**
 * The maximum of open elements that render each line of their content in another form: with a prefix, or in capitals.
 */
const MAX_OPEN_REPEATING = 20;
const REPEATING: ReadonlySet<string> = new Set(['blockquote', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/**
 * Elements with content that is not text or not markup. Without the tag, the content would be read as something else.
 */
const RAW: ReadonlySet<string> = new Set(['script', 'style', 'title', 'textarea']);
const MAX_OPEN_RAW = MAX_OPEN + 10;

/**
 * Returns the HTML without the tags that are nested too deep to matter, and with all its text. A parser that builds a
 * tree has a list of the open elements and searches it at each closing tag: open elements times closing tags, which is
 * 3 billion steps for half a megabyte of `<svg>` and `</i>`.
 *
 * It also omits elements that have the name of a property of every object, which a lookup in a table of elements would
 * find.
 */
export function flattenHtml(html: string): string {
  return new Flattener(html).flatten();
}

/** The parser's internal state, from which its depth follows. The innermost element is first. */
interface ParserInternals {
  readonly stack: readonly string[];
  readonly foreignContext: readonly boolean[];
}

/** Reads the markup with the same parser as later, and copies what that may read. */
class Flattener extends Parser {
  readonly #html: string;
  readonly #kept: string[] = [];
  /** The index up to which the HTML is copied or omitted. */
  #done = 0;
  /** Whether the current tag is omitted. */
  #omitting = false;
  /** The number of omitted elements that are not closed yet, by name. */
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
    // A line break in place of the tag keeps the words on both sides apart.
    if (!INLINE_ELEMENTS.has(name)) this.#kept.push('<br>');
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
    const open = this.#omitted.get(name) ?? 0;
    if (open === 0) {
      super.onclosetag(start, end);
      return;
    }
    this.#omitted.set(name, open - 1);
    this.#keepUntil(this.#html.lastIndexOf('<', start));
    const close = this.#html.indexOf('>', end);
    this.#omitUntil(close === -1 ? this.#html.length : close + 1);
    if (!INLINE_ELEMENTS.has(name)) this.#kept.push('<br>');
  }

  #isTooMuch(name: string): boolean {
    // The library's types declare these members as private.
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
