import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

const CHUNK_BYTES = 4 * 1024 * 1024;
const PAGE_BYTES = 4096;

/**
 * Which of these texts the memory of a process has, in UTF-8 or as pairs of bytes: every region that can be read, as a
 * core dump would have it.
 */
export function textsInMemory(pid: number, texts: readonly string[]): readonly string[] {
  const needles = texts.flatMap((text) => [
    { text, bytes: Buffer.from(text, 'utf8') },
    { text, bytes: Buffer.from(text, 'utf16le') },
  ]);
  const overlap = Math.max(...needles.map(({ bytes }) => bytes.length));
  const found = new Set<string>();
  const file = openSync(`/proc/${pid}/mem`, 'r');
  const chunk = Buffer.alloc(CHUNK_BYTES + overlap);
  try {
    for (const { from, end } of regionsOf(pid)) {
      for (let at = from; at < end; ) {
        const left = end - at;
        const wanted = left < BigInt(chunk.length) ? Number(left) : chunk.length;
        const read = readAt(file, chunk.subarray(0, wanted), at);
        for (const { text, bytes } of needles) if (chunk.subarray(0, read).includes(bytes)) found.add(text);
        // A page that cannot be read is skipped, and the search continues behind it.
        at += read === chunk.length ? BigInt(CHUNK_BYTES) : BigInt(read + PAGE_BYTES);
      }
    }
  } finally {
    closeSync(file);
  }
  return [...found];
}

/** The regions of memory that a process may read, from the file `maps` of the process. */
function regionsOf(pid: number): readonly { readonly from: bigint; readonly end: bigint }[] {
  const lines = readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, from, end] = /^([0-9a-f]+)-([0-9a-f]+) r/.exec(line) ?? [];
    return from === undefined || end === undefined || /\[(?:vvar|vsyscall)/.test(line)
      ? []
      : [{ from: BigInt(`0x${from}`), end: BigInt(`0x${end}`) }];
  });
}

/** Pages that the process has not mapped any more, or a device has, cannot be read. */
function readAt(file: number, buffer: Buffer, at: bigint): number {
  try {
    return readSync(file, buffer, 0, buffer.length, at);
  } catch {
    return 0;
  }
}
