import { callA2a } from '#shared/contract/routes/a2a-protocol.ts';
import { handleRequest } from '#shared/runtime/pipeline/handle-request.ts';
import { type InProcessApi, loadOperation, requestOf } from './in-process-api.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every kind
type Json = any;

export interface RpcAnswer {
  status: number;
  headers: Record<string, string>;
  body: Json;
  /** The events of a stream, each parsed. Undefined for a reply that is not a stream. */
  events: AsyncIterable<Json> | undefined;
}

/** One agent that calls another over JSON-RPC, through the whole pipeline. */
export class RpcSpeaker {
  readonly #api: InProcessApi;
  readonly #key: string | undefined;
  readonly #target: string;

  readonly #address: string | undefined;

  constructor(api: InProcessApi, caller: { key: string } | undefined, target: { id: string }, address?: string) {
    this.#address = address;
    this.#api = api;
    this.#key = caller?.key;
    this.#target = target.id;
  }

  /** Sends a text, or bytes, unchanged. */
  async post(body: string | Uint8Array, headers: Record<string, string> = {}): Promise<RpcAnswer> {
    const call = { key: this.#key, params: { id: this.#target }, address: this.#address };
    const own = { 'content-type': 'application/json', 'a2a-version': '1.0', ...headers };
    const request = { ...requestOf(callA2a, { ...call, headers: own }), body };
    const { stream, ...answer } = await handleRequest(await loadOperation(callA2a), request, this.#api.services);
    return { ...answer, events: stream && parsed(stream) };
  }

  call(method: string, params?: object, headers?: Record<string, string>): Promise<RpcAnswer> {
    return this.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), headers);
  }

  async result(method: string, params?: object): Promise<Json> {
    const { body } = await this.call(method, params);
    if (body.error !== undefined) throw new Error(JSON.stringify(body.error));
    return body.result;
  }

  /** Returns the error of a rejected call: its code, and the fields or the reason that it names. */
  async refusal(method: string, params?: object): Promise<unknown[]> {
    const { status, body } = await this.call(method, params);
    if (status !== 200 || body.error === undefined) throw new Error(JSON.stringify([status, body]));
    const { code, data = [] } = body.error;
    const said = data.flatMap((one: Json) => one.reason ?? one.fieldViolations.map(({ field }: Json) => field));
    return [code, ...said];
  }

  async stream(method: string, params?: object): Promise<AsyncIterable<Json>> {
    const { events, body } = await this.call(method, params);
    if (events === undefined) throw new Error(`the reply is not a stream: ${JSON.stringify(body)}`);
    return events;
  }
}

/** The events of a stream, including its error, without comments. */
export async function* parsed(stream: AsyncIterable<string> | readonly string[]): AsyncGenerator<Json> {
  for await (const text of stream) {
    const data = /^(?:event: error\n)?data: (.*)\n\n$/s.exec(text)?.[1];
    if (data !== undefined) yield JSON.parse(data);
  }
}

let messages = 0;

/** A message of one text, with additional fields of the request. */
export function textMessage(text: string, more: object = {}, configuration: object = {}) {
  messages += 1;
  return {
    message: { messageId: `m-${messages}`, role: 'ROLE_USER', parts: [{ text }], ...more },
    configuration: { returnImmediately: true, ...configuration },
  };
}
