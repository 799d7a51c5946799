import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { WebSocket } from 'ws';
import { TunnelClient } from '#clients/tunnel/tunnel-client.ts';
import type { LocalStack } from '#local/local-stack.ts';
import { sendMail } from '../mailer.ts';
import { Receiver } from '../receiver.ts';
import { type Customer, makeCustomer, sendAs } from './customer.ts';
import { StageFailures } from './failures.ts';

/** Calls that wait for an event, at once. */
const WAITS = 3;

/** Traffic of customers and failures of every kind, on a stack of `startWatchedStack`. */
export class StageTraffic {
  readonly #stack: LocalStack;
  readonly #receiver: Receiver;
  readonly #refusing: SMTPServer;
  readonly #sockets: WebSocket[] = [];
  readonly #ended = new AbortController();
  readonly #open = new Set<string>();
  #tunnel: { readonly client: TunnelClient; readonly url: string } | undefined;
  #first: Customer | undefined;
  #failures: StageFailures | undefined;

  private constructor(stack: LocalStack, receiver: Receiver, refusing: SMTPServer) {
    this.#stack = stack;
    this.#receiver = receiver;
    this.#refusing = refusing;
  }

  static async start(stack: LocalStack): Promise<StageTraffic> {
    const receiver = await Receiver.start(({ path }) => ({ status: path.includes('/broken') ? 503 : 200 }));
    const refusing = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, callback) =>
        callback(Object.assign(new Error('no such user'), { responseCode: 550 })),
    });
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    const traffic = new StageTraffic(stack, receiver, refusing);
    await traffic.#signUp();
    return traffic;
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    this.#tunnel?.client.stop();
    for (const socket of this.#sockets) socket.terminate();
    await Promise.all([this.#receiver.stop(), new Promise<void>((resolve) => this.#refusing.close(() => resolve()))]);
  }

  /** What customers do all the time. */
  async use(): Promise<void> {
    const { first, tunnel } = this.#known();
    const { api, agentId, address } = first;
    // A function that crashes in mid-response breaks it off.
    const visit = async (path: string) => {
      const response = await fetch(`${tunnel.url}${path}`);
      await response.text();
    };
    await Promise.all([
      ...Array.from({ length: 6 }, () => api.get('/v1/me')),
      api.get('/v1/identities'),
      api.get(`/v1/identities/${agentId}/mail/messages`),
      api.get('/v1/nothing'),
      api.post('/v1/identities', { handle: '!' }),
      this.#send(address, 'Ada <ada@sender.example>'),
      ...['ada', 'grace', 'alan'].map((name) => sendAs(first, `${name}@elsewhere.example`)),
      ...['page', 'page', 'style', 'broken'].map((path) => visit(path).catch(() => {})),
    ]);
    for (let count = 0; count < WAITS; count++) {
      this.#hold(`wait ${count}`, (signal) => api.get('/v1/events/wait', { query: { timeout_ms: 10_000 }, signal }));
    }
    this.#hold('task', (signal) => this.#followTask(first, signal));
    for (const socket of this.#sockets) if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
  }

  /** Failures of the service, of its environment, and of strangers. */
  async fail(): Promise<void> {
    const { first, failures } = this.#known();
    await failures.cause();
    // Afterwards, because functions crash meanwhile.
    await Promise.all([
      ...['bounce', 'complaint'].map((name) => sendAs(first, `${name}@simulator.amazonses.com`)),
      this.#send(first.address, 'eve@blocked.example'),
    ]);
  }

  #known() {
    const [first, tunnel, failures] = [this.#first, this.#tunnel, this.#failures];
    if (first === undefined || tunnel === undefined || failures === undefined) throw new Error('no one has signed up');
    return { first, tunnel, failures };
  }

  /** Begins a call that lasts, unless the one of this name is still open. */
  #hold(name: string, call: (signal: AbortSignal) => Promise<unknown>): void {
    if (this.#open.has(name)) return;
    this.#open.add(name);
    void call(this.#ended.signal)
      .catch(() => {})
      .finally(() => this.#open.delete(name));
  }

  /** Gives the agent a task of its own and follows it, as long as a stream lasts. */
  async #followTask({ agentId, agentKey }: Customer, signal: AbortSignal): Promise<void> {
    const response = await fetch(`${this.#stack.url}/v1/identities/${agentId}/a2a/message:stream`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agentKey}`, 'content-type': 'application/json', 'a2a-version': '1.0' },
      body: JSON.stringify({
        message: { messageId: `m-${Date.now()}`, role: 'ROLE_USER', parts: [{ text: 'go' }] },
      }),
      signal,
    });
    await response.text();
  }

  #send(to: string, from: string) {
    return sendMail({ to, from, subject: 'A letter', text: 'text' }, this.#stack.smtpPort).catch(() => undefined);
  }

  async #signUp(): Promise<void> {
    const [first, unreachable, refused, crashing] = await Promise.all([
      makeCustomer(this.#stack.url),
      makeCustomer(this.#stack.url),
      makeCustomer(this.#stack.url),
      makeCustomer(this.#stack.url),
    ]);
    this.#first = first;
    for (const [path, type] of [
      ['/hook', 'mail.received'],
      ['/broken', 'mail.sent'],
    ] as const) {
      await first.api.post('/v1/webhooks', { url: this.#receiver.url(path), event_types: [type] });
    }
    await first.api.post('/v1/contact-rules', {
      identity_id: first.agentId,
      action: 'block',
      match_type: 'domain',
      match_target: 'blocked.example',
      direction: 'inbound',
    });
    const { port } = this.#refusing.server.address() as AddressInfo;
    for (const [{ api }, at] of [
      [unreachable, 1],
      [refused, port],
    ] as const) {
      await api.post('/v1/provider-accounts', { provider: 'smtp', host: '127.0.0.1', port: at, is_default: true });
    }
    const socket = await this.#connect(first);
    this.#sockets.push(socket, await this.#connect(first));
    this.#tunnel = await this.#openTunnel(first);
    this.#failures = new StageFailures(this.#stack, { first, unreachable, refused, crashing, socket });
  }

  /** A stream of events. */
  async #connect({ api }: Customer): Promise<WebSocket> {
    const { body } = await api.post<{ connect_url: string }>('/v1/events/streams', {});
    const socket = new WebSocket(body.connect_url).on('error', () => {});
    await once(socket, 'open');
    return socket;
  }

  /** A tunnel to the receiver, which answers everything. */
  async #openTunnel({ api, agentKey }: Customer) {
    const { body } = await api.post<{ public_url: string; connect_url: string }>('/v1/tunnels', {}, { key: agentKey });
    const { hostname: host, port } = new URL(this.#receiver.url('/'));
    const client = new TunnelClient({
      connectUrl: body.connect_url,
      key: agentKey,
      target: { host, port: Number(port) },
    });
    const connected = once(client, 'connected');
    client.start();
    await connected;
    return { client, url: body.public_url };
  }
}
