import { randomBytes } from 'node:crypto';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Outcome, StateRecord, StoredRequest, WriterOptions } from './state-record.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of all operations
export type Body = any;

export interface Agent {
  readonly id: string;
  readonly handle: string;
  readonly address: string;
  readonly key: string;
}

export interface Organization {
  readonly id: string;
  readonly key: string;
  readonly slug: string;
}

type Written = { -readonly [K in keyof StateRecord]: StateRecord[K][number][] };

export const freshName = (prefix = 'x') => `${prefix}-${randomBytes(6).toString('hex')}`;

/**
 * Writes a state through the API, and notes how it is read. It uses nothing of the service's own code, so that an older
 * release can be asked in the same way.
 */
export class StateClient {
  readonly options: WriterOptions;
  readonly #record: Written = { reads: [], repeats: [], acts: [], outcomes: [], tunnels: [] };

  constructor(options: WriterOptions) {
    this.options = options;
  }

  get record(): StateRecord {
    return this.#record;
  }

  /** Makes a request that must succeed, and returns the body of its reply. */
  async ok(method: string, path: string, key?: string, body?: object, headers?: Record<string, string>): Promise<Body> {
    const { status, reply } = await send(this.options.url, { method, path, key, body, headers });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(reply)}`);
    return reply;
  }

  /** Makes a request that must be refused. */
  async refused(method: string, path: string, key: string | undefined, body?: object): Promise<void> {
    const { status } = await send(this.options.url, { method, path, key, body });
    if (status < 400) throw new Error(`${method} ${path}: ${status}, but it was to be refused`);
  }

  /** Notes a read that every release has to answer alike. */
  reads(key: string | undefined, ...paths: readonly string[]): void {
    for (const path of paths) this.#record.reads.push({ method: 'GET', path, key });
  }

  /** Notes a request for the other release. */
  later(name: string, method: string, path: string, key?: string, body?: unknown, status?: number): void {
    this.#record.acts.push({ name, method, path, key, body, status });
  }

  outcome(outcome: Outcome): void {
    this.#record.outcomes.push(outcome);
  }

  tunnel(tunnel: StateRecord['tunnels'][number]): void {
    this.#record.tunnels.push(tunnel);
  }

  /** Makes a request with an idempotency key, which the other release has to repeat. */
  async repeatable(path: string, key: string, body: object): Promise<Body> {
    const request: StoredRequest = {
      method: 'POST',
      path,
      key,
      body,
      headers: { 'idempotency-key': freshName('once') },
    };
    const { status, reply } = await send(this.options.url, request);
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(reply)}`);
    this.#record.repeats.push({ ...request, status, reply });
    return reply;
  }

  async organization(more: object = {}): Promise<Organization> {
    const slug = freshName('org');
    const made = await this.ok('POST', '/v1/organizations', undefined, { name: `Works of ${slug}`, slug, ...more });
    return { id: made.id, key: made.admin_api_key, slug };
  }

  async agent({ key: orgKey }: Organization): Promise<Agent> {
    const handle = freshName('agent');
    const made = await this.ok('POST', '/v1/identities', orgKey, { handle, display_name: `Agent ${handle}` });
    const { key } = await this.ok('POST', '/v1/api-keys', orgKey, { name: handle, identity_id: made.id });
    return { id: made.id, handle, address: made.email_address, key };
  }

  /** Sends mail as any mail program does. */
  async mail(mail: SendMailOptions): Promise<void> {
    const transport = createTransport({
      host: '127.0.0.1',
      port: this.options.smtpPort,
      secure: false,
      ignoreTLS: true,
    });
    await transport.sendMail({ from: 'Ada <ada@sender.example>', ...mail }).finally(() => transport.close());
  }

  /** The code that was mailed to an address, with this subject. */
  mailedCode(address: string, subject = /code/): Promise<string> {
    return this.until(async () => {
      const { messages } = await this.ok('GET', '/_local/outbox');
      const mail = messages.find((one: Body) => one.to.includes(address) && subject.test(one.subject));
      return /\b\d{6}\b/.exec(mail?.subject ?? '')?.[0];
    }, `a code for ${address}`);
  }

  /** The result of a read as soon as it has one. Queues get a heartbeat every two minutes. */
  async until<T>(read: () => Promise<T | undefined>, what: string): Promise<T> {
    for (const end = Date.now() + 300_000; Date.now() < end; ) {
      const found = await read();
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`there is still not ${what}`);
  }
}

/** Makes a request as it was stored. */
export async function send(
  url: string,
  { method, path, key, headers, body }: StoredRequest,
): Promise<{ status: number; reply: Body; text: string }> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, reply: parse(text), text };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
