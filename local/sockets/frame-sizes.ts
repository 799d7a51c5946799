/** The bytes before the payload of a client's frame: two, up to eight more of the length, and four of the mask. */
const MASK_BYTES = 4;

/**
 * Reads the payload sizes of a client's WebSocket frames as their bytes arrive in chunks. The WebSocket library reports
 * only whole messages, but API Gateway has a quota for frames. See: RFC 6455, section 5.2.
 */
export class FrameSizes {
  /** The part of the next frame's head that has arrived. */
  #head: Buffer = Buffer.alloc(0);
  /** How much of the current frame's payload has yet to arrive. */
  #left = 0;

  /** The sizes of the frames that begin in a chunk. */
  read(chunk: Buffer): number[] {
    const sizes: number[] = [];
    let rest = chunk;
    while (rest.length > 0) {
      if (this.#left > 0) {
        const passed = Math.min(this.#left, rest.length);
        this.#left -= passed;
        rest = rest.subarray(passed);
        continue;
      }
      const bytes = Buffer.concat([this.#head, rest]);
      const frame = headOf(bytes);
      if (frame === undefined) {
        this.#head = bytes;
        break;
      }
      sizes.push(frame.size);
      this.#left = frame.size;
      this.#head = Buffer.alloc(0);
      rest = bytes.subarray(frame.headBytes);
    }
    return sizes;
  }
}

/** The head of the frame that bytes begin with; `undefined` if it has not arrived in full. */
function headOf(bytes: Buffer): { headBytes: number; size: number } | undefined {
  const short = (bytes[1] ?? 0) & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const headBytes = 2 + lengthBytes + MASK_BYTES;
  if (bytes.length < headBytes) return undefined;
  if (lengthBytes === 0) return { headBytes, size: short };
  return { headBytes, size: lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)) };
}
