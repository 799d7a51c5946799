import type { ProtocolResponse } from '#shared/runtime/pipeline/protocol-messages.ts';
import type { StreamResponse } from '#shared/services/a2a-protocol/task-object.ts';

/** Converts the values and the error of a stream to the objects of a binding. */
export interface Frames {
  value: (value: StreamResponse) => object;
  error: (error: unknown) => object;
}

/**
 * Responds with a stream of server-sent events: a `data` line for each value, a comment as keep-alive. The status has
 * been sent already, so an error becomes the last event.
 *
 * See: WHATWG HTML, Server-sent events; A2A v1.0, sections 9.4.2 and 11.7.
 */
export function serverSentEvents(values: AsyncIterable<StreamResponse | null>, frames: Frames): ProtocolResponse {
  return respondWith(encode(values, frames));
}

/** Responds with a stream of one event. */
export function singleEvent(value: object): ProtocolResponse {
  async function* stream() {
    yield `data: ${JSON.stringify(value)}\n\n`;
  }
  return respondWith(stream());
}

function respondWith(stream: AsyncIterable<string>): ProtocolResponse {
  // Proxies must pass on each event immediately.
  const headers = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };
  return { status: 200, headers, stream };
}

async function* encode(values: AsyncIterable<StreamResponse | null>, frames: Frames): AsyncGenerator<string> {
  try {
    for await (const value of values) {
      yield value === null ? ': still here\n\n' : `data: ${JSON.stringify(frames.value(value))}\n\n`;
    }
  } catch (error) {
    yield `event: error\ndata: ${JSON.stringify(frames.error(error))}\n\n`;
  }
}
