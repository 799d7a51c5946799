/** The fields that have what the sender sent, which a reader asks for by name. */
const AS_SENT: ReadonlySet<string> = new Set(['html', 'headers', 'hidden_text', 'original', 'aid.original']);

/**
 * A reader that obeys every instruction that it sees, as a language model may: also those in characters that a person
 * does not see. It sees everything in a response but the fields that have what the sender sent.
 */
export class ObedientReader {
  readonly #instruction: string;
  /** Where it has obeyed. */
  readonly obeyed: string[] = [];

  constructor(instruction: string) {
    this.#instruction = instruction;
  }

  read(place: string, response: unknown): void {
    const seen = typeof response === 'string' ? (JSON.parse(response) as unknown) : response;
    const text = JSON.stringify(seen, (key, value) => (AS_SENT.has(key) ? undefined : value));
    if (decoded(text).includes(this.#instruction)) this.obeyed.push(place);
  }
}

/** A text with what its tags and variation selectors encode, in the place of these. */
function decoded(text: string): string {
  return text
    .replace(/[\u{e0020}-\u{e007e}]/gu, (tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000))
    .replace(/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu, (selectors) =>
      Buffer.from(Array.from(selectors, byteOf)).toString('utf8'),
    )
    .replace(/[\u200b-\u200f\u2060-\u2064\ufeff\u00ad]/gu, '');
}

function byteOf(selector: string): number {
  const code = selector.codePointAt(0) ?? 0;
  return code <= 0xfe0f ? code - 0xfe00 : code - 0xe0100 + 16;
}
