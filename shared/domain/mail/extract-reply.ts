/** Lines after which everything is history: what mail clients write above the text they quote. */
const HISTORY_BEGINS: readonly RegExp[] = [
  /^-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|message d'origine)\s*-{2,}$/i,
  /^_{20,}$/,
  /^(?:on|am|le|el|il)\b.{5,200}\b(?:wrote|schrieb|a écrit|escribió|ha scritto)\s?:$/i,
  /^am\b.{5,100}\bschrieb\b.{1,100}:$/i,
];

/** A first line of an attribution that a client broke in two. */
const ATTRIBUTION_BEGINS = /^(?:on|am|le|el|il)\b.{5,200}$/i;

/**
 * The text a person wrote, without the history quoted below it and without `>` lines at its end.
 * Where all of it is quotation, the text is kept as it is: better too much than nothing.
 */
export function extractReply(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const end = lines.findIndex((line, index) => beginsHistory(line.trim(), lines[index + 1]?.trim() ?? ''));
  const written = end === -1 ? lines : lines.slice(0, end);
  while (written.length > 0 && /^\s*(?:>.*)?$/.test(written.at(-1) as string)) written.pop();
  const reply = written.join('\n').trim();
  return reply === '' ? text.trim() : reply;
}

function beginsHistory(line: string, next: string): boolean {
  if (HISTORY_BEGINS.some((pattern) => pattern.test(line))) return true;
  return ATTRIBUTION_BEGINS.test(line) && /^.{0,100}\b(?:wrote|schrieb|a écrit|escribió|ha scritto)\s?:$/i.test(next);
}
