import { expect } from 'vitest';
import { type Method, RESULTS, type StreamingMethod, streamResponse, type UnaryMethod } from './protocol-objects.ts';
import { dataOf } from './server-sent-data.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every kind
export type Json = any;

export const BINDINGS = ['JSON-RPC', 'HTTP+JSON'] as const;
export type BindingName = (typeof BINDINGS)[number];

/** The result of a call: a value, or an error in the format of its binding. */
export type Outcome = { binding: BindingName; reply: Response } & (
  | { ok: true; value: Json }
  | { ok: false; error: Json }
);

export interface CallOptions {
  headers?: Record<string, string>;
  /** Another key than that of the client; null for none. */
  key?: string | null;
}

/** The HTTP+JSON request of a method. See: A2A v1.0, section 11.3. */
type RestRequest = { verb: string; path: string; body?: Json; query?: Json };

const REST: Record<Method, (params: Json) => RestRequest> = {
  SendMessage: (body) => ({ verb: 'POST', path: '/message:send', body }),
  SendStreamingMessage: (body) => ({ verb: 'POST', path: '/message:stream', body }),
  GetTask: ({ id, ...query }) => ({ verb: 'GET', path: `/tasks/${id}`, query }),
  ListTasks: (query) => ({ verb: 'GET', path: '/tasks', query }),
  CancelTask: ({ id, ...body }) => ({ verb: 'POST', path: `/tasks/${id}:cancel`, body }),
  SubscribeToTask: ({ id }) => ({ verb: 'POST', path: `/tasks/${id}:subscribe` }),
  CreateTaskPushNotificationConfig: ({ taskId, ...body }) => ({ verb: 'POST', path: configs(taskId), body }),
  GetTaskPushNotificationConfig: ({ taskId, id }) => ({ verb: 'GET', path: `${configs(taskId)}/${id}` }),
  ListTaskPushNotificationConfigs: ({ taskId, ...query }) => ({ verb: 'GET', path: configs(taskId), query }),
  DeleteTaskPushNotificationConfig: ({ taskId, id }) => ({ verb: 'DELETE', path: `${configs(taskId)}/${id}` }),
  GetExtendedAgentCard: () => ({ verb: 'GET', path: '/extendedAgentCard' }),
};

const configs = (taskId: string) => `/tasks/${taskId}/pushNotificationConfigs`;

/**
 * One client for both bindings. It checks every reply against the format of the binding and the objects of the
 * protocol.
 */
export class ProtocolClient {
  readonly binding: BindingName;
  readonly base: string;
  readonly key: string;

  constructor(binding: BindingName, base: string, key: string) {
    this.binding = binding;
    this.base = base;
    this.key = key;
  }

  /** The same client with the key of another agent. */
  as(key: string): ProtocolClient {
    return new ProtocolClient(this.binding, this.base, key);
  }

  async call(method: UnaryMethod, params: Json = {}, options: CallOptions = {}): Promise<Outcome> {
    const outcome = await this.#outcome(await this.#send(method, params, options));
    if (outcome.ok) RESULTS[method].parse(outcome.value);
    return outcome;
  }

  async value(method: UnaryMethod, params: Json = {}): Promise<Json> {
    const outcome = await this.call(method, params);
    if (!outcome.ok) throw new Error(`${this.binding} ${method}: ${JSON.stringify(outcome.error)}`);
    return outcome.value;
  }

  /** Opens a stream, or returns the error of the rejected call. */
  async open(method: StreamingMethod, params: Json): Promise<Outcome> {
    const reply = await this.#send(method, params, { headers: { accept: 'text/event-stream' } });
    const type = reply.headers.get('content-type') ?? '';
    if (!type.startsWith('text/event-stream')) return this.#outcome(reply);
    expect(reply.status).toBe(200);
    return { ok: true, binding: this.binding, reply, value: this.#events(reply) };
  }

  async stream(method: StreamingMethod, params: Json): Promise<AsyncGenerator<Json>> {
    const outcome = await this.open(method, params);
    if (!outcome.ok) throw new Error(`${this.binding} ${method}: ${JSON.stringify(outcome.error)}`);
    return outcome.value;
  }

  /** Sends a method in the format of the binding, whatever its parameters are. */
  #send(method: Method, params: Json, { headers = {}, key = this.key }: CallOptions): Promise<Response> {
    const own = { 'a2a-version': '1.0', ...(key !== null && { authorization: `Bearer ${key}` }) };
    if (this.binding === 'JSON-RPC') {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 'request-1', method, params });
      const type = { 'content-type': 'application/json' };
      return fetch(`${this.base}/rpc`, { method: 'POST', headers: { ...own, ...type, ...headers }, body });
    }
    const { verb, path, body, query = {} } = REST[method](params);
    const search = new URLSearchParams(query).toString();
    return fetch(`${this.base}${path}${search === '' ? '' : `?${search}`}`, {
      method: verb,
      headers: { ...own, ...(body !== undefined && { 'content-type': 'application/a2a+json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async #outcome(reply: Response): Promise<Outcome> {
    const { binding } = this;
    const body = JSON.parse(await reply.text());
    if (binding === 'JSON-RPC') {
      expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
      if (body.jsonrpc === undefined) return { ok: false, binding, reply, error: body.error };
      expect(Object.keys(body).sort()).toEqual(['error' in body ? 'error' : 'result', 'id', 'jsonrpc'].sort());
      expect(body.jsonrpc).toBe('2.0');
      if ('error' in body) return { ok: false, binding, reply, error: body.error };
      expect([reply.status, body.id]).toEqual([200, 'request-1']);
      return { ok: true, binding, reply, value: body.result };
    }
    expect(reply.headers.get('content-type')).toMatch(/^application\/(a2a\+)?json/);
    return reply.ok ? { ok: true, binding, reply, value: body } : { ok: false, binding, reply, error: body.error };
  }

  async *#events(reply: Response): AsyncGenerator<Json> {
    for await (const data of dataOf(reply)) {
      const event = JSON.parse(data);
      if (this.binding === 'JSON-RPC') expect(event).toMatchObject({ jsonrpc: '2.0', id: 'request-1' });
      yield streamResponse.parse(this.binding === 'JSON-RPC' ? event.result : event);
    }
  }
}
