const SNIPPET_LENGTH = 200;

/** The first words of a message, on one line. See: docs/contract/mail.md#message-record. */
export function snippetOf(text: string): string {
  const line = text.slice(0, 4000).toWellFormed().replace(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= SNIPPET_LENGTH) return line;
  return `${characters
    .slice(0, SNIPPET_LENGTH - 1)
    .join('')
    .trimEnd()}…`;
}
