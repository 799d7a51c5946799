/** Bytes of the header that are read. */
const MAX_BYTES = 256 * 1024;

/** The header of an email without its body. */
export interface HeaderOnly {
  bytes: Uint8Array;
  /** False if the header is longer and was cut at a line end. */
  isWhole: boolean;
}

/** The header of an email without its body, at most 256 KB of it. */
export function headerOnly(raw: Uint8Array): HeaderOnly {
  const start = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, MAX_BYTES));
  const ends = ['\r\n\r\n', '\n\n'].map((end) => start.indexOf(end)).filter((at) => at !== -1);
  if (ends.length > 0) return { bytes: start.subarray(0, Math.min(...ends)), isWhole: true };
  if (raw.length <= MAX_BYTES) return { bytes: start, isWhole: true };
  return { bytes: start.subarray(0, start.lastIndexOf('\n') + 1), isWhole: false };
}
