/** One header field of an email, folded lines joined. */
export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

export interface SplitMail {
  /** The raw header section, without the empty line that ends it. */
  readonly head: Buffer;
  /** From the empty line on. */
  readonly rest: Buffer;
}

/** Splits an email at the end of its header section, byte for byte. An email without one is all header. */
export function splitMail(raw: Buffer): SplitMail {
  const crlf = raw.indexOf('\r\n\r\n');
  const lf = raw.indexOf('\n\n');
  const useCrlf = crlf !== -1 && (lf === -1 || crlf < lf);
  const end = useCrlf ? crlf + 2 : lf === -1 ? raw.length : lf + 1;
  const head = raw.subarray(0, end);
  return { head, rest: raw.subarray(end) };
}

/** The fields of a header section. */
export function fieldsOf(head: Buffer): readonly HeaderField[] {
  const fields: HeaderField[] = [];
  for (const line of head
    .toString('utf8')
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.push({ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() });
  }
  return fields;
}

/** The mail without the named fields, and with `added` in front. Everything else keeps its bytes. */
export function rewriteHeaders(raw: Buffer, removed: readonly string[], added: readonly HeaderField[]): Buffer {
  const { head, rest } = splitMail(raw);
  const unwanted = new Set(removed.map((name) => name.toLowerCase()));
  const lines = head.toString('latin1').match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const kept: string[] = [];
  let skipping = false;
  for (const line of lines) {
    const isContinuation = /^[ \t]/.test(line);
    if (!isContinuation) skipping = unwanted.has(line.split(':', 1)[0]?.trim().toLowerCase() ?? '');
    if (!skipping) kept.push(line);
  }
  const fresh = added.map(({ name, value }) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(fresh), Buffer.from(kept.join(''), 'latin1'), rest]);
}
