/** Bytes of the header that is read where the mail as a whole is not. */
const MAX_BYTES = 256 * 1024;

/** The header of a mail without its body. */
export interface LoneHeader {
  bytes: Uint8Array;
  /** False where the header is longer and was cut, at the end of a line. */
  isWhole: boolean;
}

/** The header of a mail without its body, at most 256 KB of it. */
export function headerOnly(raw: Uint8Array): LoneHeader {
  const start = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, MAX_BYTES));
  const ends = ['\r\n\r\n', '\n\n'].map((end) => start.indexOf(end)).filter((at) => at !== -1);
  if (ends.length > 0) return { bytes: start.subarray(0, Math.min(...ends)), isWhole: true };
  if (raw.length <= MAX_BYTES) return { bytes: start, isWhole: true };
  return { bytes: start.subarray(0, start.lastIndexOf('\n') + 1), isWhole: false };
}
