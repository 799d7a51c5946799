import type { Readable } from 'node:stream';
import { KEPT_RESPONSE_BYTES, keptHeaders, type ReceiverResponse } from '#shared/domain/delivery/receiver-response.ts';
import { SECOND } from '#shared/domain/time/time.ts';

/** Bytes of a response that are read so that its connection can be reused. A longer response closes the connection. */
const MAX_READ_BYTES = 64 * 1024;

/**
 * How long a body may take after its headers. The status has decided the attempt, so that a body that never ends delays
 * the next delivery by no more than this.
 */
const MAX_BODY_MS = 2 * SECOND;

/** A response with its headers, of which the body is still to be read. */
interface Responded {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable;
}

/**
 * Reads a body, and keeps its beginning. Never throws: a body that breaks off, is too long or takes too long is
 * truncated, and closes its connection.
 */
export async function readResponse({ headers, body }: Responded): Promise<ReceiverResponse> {
  const kept: Uint8Array[] = [];
  let [read, room, isWhole] = [0, KEPT_RESPONSE_BYTES, false];
  const timer = setTimeout(() => body.destroy(), MAX_BODY_MS);
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      if (room > 0) kept.push(chunk.subarray(0, room));
      room = Math.max(0, room - chunk.length);
      read += chunk.length;
      // Leaving the loop destroys the body.
      if (read > MAX_READ_BYTES) break;
    }
    isWhole = read <= KEPT_RESPONSE_BYTES && body.readableEnded;
  } catch {
    // What came until then is kept.
  } finally {
    clearTimeout(timer);
  }
  return { headers: keptHeaders(headers), body: Buffer.concat(kept), truncated: !isWhole };
}
