import { withEscapedMarks, withEscapedPictures } from './escaped-marks.ts';
import { seenText } from './seen-value.ts';

/** A text of someone else that is put between texts of one's own, such as into the prompt of a language model. */
export interface UntrustedText {
  /** What it is: `email`, `task message`. A word of the program, not of the author. */
  readonly source: string;
  /** The authors: their addresses or handles, and the names that they gave themselves. */
  readonly from: readonly { readonly address: string; readonly name?: string | null }[];
  /** Whether it is proven that the authors are those. */
  readonly isVerified: boolean;
  readonly subject?: string | null;
  /** What is odd about it, such as the `content_warnings` of a message. */
  readonly warnings: readonly string[];
  readonly text: string;
}

/** The bytes of a mark. No one guesses 128 bits. */
const MARK_BYTES = 16;

/** The characters of JSON that end a line or begin a mark. All others are in strings as they are. */
const UNSAFE_IN_HEADER = /[<\u0085\u2028\u2029]/g;

/**
 * Puts each text between two marks that it cannot forge, with a line that says who wrote it and what is odd about it.
 * All blocks of one call have the same mark, which is new for each call. `randomBytes` returns bytes that no one can
 * guess.
 *
 * See: docs/contract/untrusted-text.md.
 */
export function untrustedBlocks(texts: readonly UntrustedText[], randomBytes: (size: number) => Uint8Array): string[] {
  const mark = Buffer.from(randomBytes(MARK_BYTES)).toString('hex');
  return texts.map((one) => between(mark, `${headerOf(one)}\n${escaped(one.text)}`));
}

/**
 * Puts a text between two marks that it cannot forge, without a header. `mark` is new for each response.
 *
 * See: docs/contract/untrusted-text.md#without-a-header.
 */
export function untrustedBlock(text: string, mark: string): string {
  return between(mark, escaped(text));
}

function between(mark: string, content: string): string {
  return `<untrusted ${mark}>\n${content}\n</untrusted ${mark}>`;
}

/** One line of JSON. A name or subject is in a string there, so it cannot add a member. */
function headerOf({ source, from, isVerified, subject, warnings }: UntrustedText): string {
  const authors = from.map(({ address, name }) => ({ address, ...(name && { name: seenText(name) }) }));
  const header = {
    source,
    from: authors,
    verified: isVerified,
    ...(subject && { subject: seenText(subject) }),
    warnings,
  };
  return JSON.stringify(header).replace(UNSAFE_IN_HEADER, unicodeEscape);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** What a person sees of a text, with one more backslash in all that looks like a mark or begins a picture. */
function escaped(text: string): string {
  return withEscapedPictures(withEscapedMarks(seenText(text).toWellFormed()));
}
