/** The text of a message in two parts: what its author wrote, and the history that it quotes. */
interface ReadParts {
  readonly own: string;
  /** `undefined` if nothing is quoted. */
  readonly quoted: string | undefined;
}

/**
 * Separates what the author wrote from what the message quotes. Where the quotation is between the author's lines, all
 * of the text is in the second part.
 */
export function readParts(text: string | null | undefined, extracted: string | null | undefined): ReadParts {
  const [whole, own] = [text?.trim() ?? '', extracted?.trim() ?? ''];
  if (own === '' || own === whole) return { own: whole, quoted: undefined };
  if (whole === '') return { own, quoted: undefined };
  return { own, quoted: whole.startsWith(own) ? whole.slice(own.length).trim() : whole };
}
