const NUL = 0x00;
const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const COLON = 0x3a;

/**
 * Whether all readers agree on where the header of an email and each of its fields end. If they do not, the server that
 * authenticated the sender may have read another From field than the one that is shown. A bare CR, a bare LF, a NUL, a
 * line of blanks, or a line without a field name ends the header for some readers and not for others.
 *
 * Lines end with CR LF in transport. An email without any CR was stored with other line ends, and is read with LF as
 * the line end.
 *
 * See: RFC 5322, sections 2.2 and 2.2.3; RFC 5321, section 2.3.8 (line ends).
 */
export function isHeaderUnambiguous(raw: Uint8Array): boolean {
  const hasCr = raw.includes(CR);
  let isFirst = true;
  for (let start = 0; start < raw.length; isFirst = false) {
    const lf = raw.indexOf(LF, start);
    const end = lf === -1 ? raw.length : lf;
    if (hasCr && lf !== -1 && raw[lf - 1] !== CR) return false;
    const line = raw.subarray(start, hasCr && lf !== -1 ? end - 1 : end);
    if (line.length === 0) return true;
    if (line.includes(CR) || line.includes(NUL)) return false;
    if (!(beginsField(line) || (!isFirst && isContinuation(line)))) return false;
    start = end + 1;
  }
  return true;
}

/** Whether a line begins with a field name of visible ASCII characters and a colon. */
function beginsField(line: Uint8Array): boolean {
  const colon = line.indexOf(COLON);
  return colon > 0 && line.subarray(0, colon).every((byte) => byte > SPACE && byte < 0x7f);
}

/** Whether a line begins with a blank and contains something else. */
function isContinuation(line: Uint8Array): boolean {
  if (!isBlank(line[0])) return false;
  return line.some((byte) => !isBlank(byte));
}

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB;
}
