/** Keeps the beginning and the end of a text that arrives in chunks. */
export class ShortText {
  /** The size of the whole text in UTF-8. */
  bytes = 0;
  readonly #half: number;
  #beginning = '';
  #end = '';
  #length = 0;

  /** It keeps enough for a text of `maxBytes`. */
  constructor(maxBytes: number) {
    this.#half = Math.ceil(maxBytes / 2);
  }

  add(piece: string): void {
    this.bytes += Buffer.byteLength(piece);
    this.#length += piece.length;
    // A UTF-16 unit has at least one byte, so these are more than the bytes that will be shown.
    const room = Math.max(0, 2 * this.#half - this.#beginning.length);
    this.#beginning += piece.slice(0, room);
    this.#end = (this.#end + piece.slice(room)).slice(-2 * this.#half);
  }

  /** The text, or its beginning and its end with at most that number of bytes together. */
  toText(maxBytes: number): string {
    if (this.bytes <= maxBytes) return this.#beginning + this.#end;
    const half = Math.floor(maxBytes / 2);
    const beginning = this.#beginning.slice(0, unitsOf(this.#beginning, half));
    const backwards = [...(this.#beginning + this.#end).slice(beginning.length).slice(-maxBytes)].reverse();
    const end = backwards.slice(0, charactersOf(backwards, half)).reverse().join('');
    const left = this.#length - beginning.length - end.length;
    return `${beginning}\n[… ${left} characters omitted …]\n${end}`;
  }
}

/** How many characters fit into a number of bytes. */
function charactersOf(characters: Iterable<string>, maxBytes: number): number {
  let bytes = 0;
  let count = 0;
  for (const character of characters) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    count += 1;
  }
  return count;
}

/** How many UTF-16 units of a text, in whole characters, fit into a number of bytes. */
function unitsOf(text: string, maxBytes: number): number {
  const characters = [...text];
  return characters.slice(0, charactersOf(characters, maxBytes)).join('').length;
}
