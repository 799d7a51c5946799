/** Bytes, or what they can be read from. */
export type ByteSource = Blob | ArrayBuffer | ArrayBufferView | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Whether a value is a source of bytes, of which only the chunks of a stream are checked later. */
export function isByteSource(value: unknown): value is ByteSource {
  if (typeof value !== 'object' || value === null) return false;
  return isBytes(value) || isBlob(value) || isStream(value) || Symbol.asyncIterator in value;
}

function isBytes(source: object): source is ArrayBuffer | ArrayBufferView {
  return source instanceof ArrayBuffer || ArrayBuffer.isView(source);
}

/** A `Blob` of any realm or package. */
function isBlob(source: object): source is Blob {
  return 'arrayBuffer' in source && 'size' in source;
}

function isStream(source: object): source is ReadableStream<Uint8Array> {
  return 'getReader' in source;
}

/** All bytes of a source; `undefined` if it has more. A stream is then canceled. Throws what the source throws. */
export async function readAtMost(source: ByteSource, maxBytes: number): Promise<Uint8Array | undefined> {
  if (isBytes(source)) return source.byteLength > maxBytes ? undefined : viewOf(source);
  if (isBlob(source)) return source.size > maxBytes ? undefined : new Uint8Array(await source.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(source)) {
    if (!ArrayBuffer.isView(chunk)) throw new TypeError(`expected a stream of bytes, got one with a ${typeof chunk}`);
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    // A stream may write its next chunk to the same memory.
    chunks.push(viewOf(chunk).slice());
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function viewOf(source: ArrayBuffer | ArrayBufferView): Uint8Array {
  return source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}

/** The chunks of a stream, which is canceled if the loop ends early. Not every browser can iterate over one. */
async function* chunksOf(source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (!isStream(source)) return yield* source;
  const reader = source.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // After an error of the stream it rejects with the same.
    reader.cancel().catch(() => {});
  }
}
