import { createParser } from 'eventsource-parser';
import { isObject, type Message } from './messages.ts';
import { unusableResponse } from './service-failure.ts';

/** More than any result has. */
const MAX_CHARACTERS = 32_000_000;

/** A response as it arrives. */
export interface IncomingResponse {
  readonly url: string;
  readonly headers: Headers;
  /** The chunks of its body. */
  readonly parts: AsyncIterable<string>;
}

/** The messages of a response, which is JSON or a stream of events, as they arrive. */
export async function* messagesOf(response: IncomingResponse): AsyncGenerator<Message> {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === 'text/event-stream') yield* eventMessages(response);
  else if (type === 'application/json') yield messageIn(response.url, await textOf(response));
  else throw unusableResponse(response.url, `a response of type ${type ?? 'unknown'} instead of JSON`);
}

/** The whole body. */
export async function textOf({ url, parts }: IncomingResponse): Promise<string> {
  const all: string[] = [];
  let length = 0;
  for await (const part of parts) {
    length += part.length;
    if (length > MAX_CHARACTERS) throw unusableResponse(url, 'an oversized response');
    all.push(part);
  }
  return all.join('');
}

async function* eventMessages({ url, parts }: IncomingResponse): AsyncGenerator<Message> {
  const waiting: string[] = [];
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: MAX_CHARACTERS,
    onEvent: ({ event, data }) => {
      // An event without data tells a client where to continue, which this service does not need.
      if (data !== '' && (event === undefined || event === 'message')) waiting.push(data);
    },
    onError: ({ type }) => {
      isTooLarge ||= type === 'max-buffer-size-exceeded';
    },
  });
  for await (const part of parts) {
    parser.feed(part);
    if (isTooLarge) throw unusableResponse(url, 'an oversized event');
    for (const data of waiting.splice(0)) yield messageIn(url, data);
  }
}

function messageIn(url: string, text: string): Message {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unusableResponse(url, 'a message that is not JSON');
  }
  if (!isObject(value) || value.jsonrpc !== '2.0') throw unusableResponse(url, 'a message that is not JSON-RPC');
  return value as unknown as Message;
}
