import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll } from 'vitest';
import { WebSocket } from 'ws';
import { handler as connections } from '#functions/workers/connections/index.ts';
import { handler as pushStream } from '#functions/workers/event-streams/index.ts';
import { dispatchOutboxEntry } from '#functions/workers/relay/dispatch-outbox-entry.ts';
import { fanOut } from '#functions/workers/relay/fan-out.ts';
import { withoutRepeatedPushes } from '#functions/workers/relay/queue-stream.ts';
import { SubscriberCache } from '#functions/workers/relay/subscriber-cache.ts';
import { type Services, startAwsEndpoint } from '#local/emulators/aws-endpoint.ts';
import type { Queue } from '#local/emulators/queues/queue.ts';
import type { Functions } from '#local/functions/functions.ts';
import { listen } from '#local/http/listen.ts';
import { SocketGateway } from '#local/sockets/socket-gateway.ts';
import { readStreams } from '#shared/data/entities/delivery/stream.ts';
import type { Table } from '#shared/data/table-client.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { LOCAL_LIMITS } from '#shared/domain/limits/limits.ts';
import type { EventType, LoggedEvent } from '#shared/domain/log/events.ts';
import { enqueueAll } from '#shared/runtime/queue.ts';
import { definition, openQueues } from '../local/support/memory-queue.ts';
import { InProcessApi } from './in-process-api.ts';
import { INVOCATION } from './invocation.ts';
import { outboxOf } from './outbox.ts';

/** A message of the service, as a test reads it. */
export interface StreamMessage {
  type: string;
  cursor?: string;
  after?: string;
  event?: { id: string; type: string; created_at: string };
  event_id?: string;
  reason?: string;
}

interface SocketEvent {
  readonly requestContext: { readonly routeKey: string; readonly connectionId: string };
}

/** The client of one connection. It does nothing of its own. */
export class StreamClient {
  readonly messages: StreamMessage[] = [];
  readonly socket: WebSocket;
  /** The close code. */
  readonly closed: Promise<number>;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => this.messages.push(JSON.parse(String(data)) as StreamMessage));
    this.closed = new Promise((resolve) => socket.once('close', (code) => resolve(code)));
  }

  get eventIds(): string[] {
    return this.messages.flatMap(({ event, event_id }) => event?.id ?? event_id ?? []);
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' || message instanceof Buffer ? message : JSON.stringify(message));
  }
}

/**
 * Event streams with every part but Lambda: the local gateway, its `@connections`, the queue and the engine are real,
 * and the handlers of the functions run in the process of the test, when it says so.
 */
export class StreamHarness {
  api!: InProcessApi;
  gateway!: SocketGateway;
  queue!: Queue;
  /** Whether no `$disconnect` arrives, which API Gateway does not promise. */
  losesDisconnects = false;
  /** The connections of which it was lost. */
  readonly lostDisconnects: string[] = [];
  #address = '';
  readonly #engine: { readonly table: Table };
  readonly #ends: (() => unknown)[] = [];

  constructor(engine: { readonly table: Table }) {
    this.#engine = engine;
  }

  async start(): Promise<void> {
    this.api = new InProcessApi(this.#engine.table);
    const invoke = async (_arn: string, event: SocketEvent) => {
      const { routeKey, connectionId } = event.requestContext;
      if (!this.losesDisconnects || routeKey !== '$disconnect')
        return JSON.stringify(await connections(event as never, INVOCATION));
      this.lostDisconnects.push(connectionId);
      return 'null';
    };
    const routes = ['$connect', '$default', '$disconnect'].map((key) => [key, 'connections'] as const);
    const api = { apiId: 'sockets', stage: 'test', routeProperty: 'type', functions: new Map(routes) };
    this.gateway = new SocketGateway(api, { invoke } as unknown as Functions);
    const server = createServer();
    server.on('upgrade', (request, socket, head) => void this.gateway.upgrade(request, socket, head));
    this.#address = `ws://127.0.0.1:${await listen(server, 0)}/test`;
    const aws = await startAwsEndpoint('test');
    const { queues, queue } = openQueues([definition('streams', { url: `${aws.url}/000000000000/streams` })]);
    this.queue = queue('streams');
    aws.open({ queues, sockets: () => this.gateway } as unknown as Services);
    process.env.AWS_ENDPOINT_URL_SQS = aws.url;
    process.env.AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI = aws.url;
    process.env.EVENT_STREAMS_QUEUE_URL = this.queue.definition.url;
    process.env.SOCKET_URL = this.#address;
    process.env.LIMITS = JSON.stringify(LOCAL_LIMITS);
    this.#ends.push(
      () => this.gateway.close(),
      () => server.close(),
      () => aws.close(),
    );
  }

  async stop(): Promise<void> {
    for (const end of this.#ends) await end();
  }

  /** Connects, or returns the status with which the handshake was refused. */
  connect(url: string): Promise<StreamClient | number> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url);
      const client = new StreamClient(socket);
      socket.once('open', () => resolve(client));
      socket.once('unexpected-response', (_request, response) => {
        socket.on('error', () => {});
        socket.terminate();
        resolve(response.statusCode ?? 0);
      });
      socket.once('error', reject);
    });
  }

  /** Creates a stream, and returns the address at which its ticket connects once. */
  async ticket(key: string, body?: object): Promise<string> {
    const { status, body: reply } = await this.api.call('createStream', { key, body });
    if (status !== 201) throw new Error(`createStream returned ${status}`);
    return reply.connect_url;
  }

  /** Creates a stream, connects and sends everything up to now. */
  async openFor(key: string, body?: object): Promise<StreamClient> {
    return this.open(await this.ticket(key, body));
  }

  /** The streams that a key sees. */
  async listed(key: string) {
    return (await this.api.call('listStreams', { key })).body.streams;
  }

  /** The connection of the first stream of an organization. */
  async connectionOf(organizationId: string): Promise<string> {
    return Object.values((await readStreams(this.#engine.table, organizationId)).streams)[0]?.connectionId ?? '';
  }

  /** Connects and sends everything up to now. */
  async open(url: string): Promise<StreamClient> {
    const client = await this.connect(url);
    if (typeof client === 'number') throw new Error(`the handshake was refused with ${client}`);
    await this.push();
    return client;
  }

  /** Runs the worker for every job that is due, until there is none. */
  async push(): Promise<void> {
    for (;;) {
      const messages = this.queue.receive({ max: 10 });
      if (messages.length === 0) break;
      const Records = messages.map(({ id, body }) => ({ messageId: id, body }));
      const { batchItemFailures } = (await pushStream(
        { Records } as SQSEvent,
        INVOCATION as Context,
      )) as SQSBatchResponse;
      if (batchItemFailures.length > 0) throw new Error('a job failed');
      this.queue.delete(messages.flatMap(({ receipt }) => receipt ?? []));
    }
    await this.#received();
  }

  /** Appends an event, and does with it what the relay does. */
  async append(
    organizationId: string,
    { identityId = null, type = 'mail.sent' as EventType, subject = '' }: Partial<Appended> = {},
  ): Promise<LoggedEvent> {
    const event = await this.commitEvent(organizationId, { identityId, type, subject });
    await this.relay(event);
    return event;
  }

  /** Appends an event of which the relay has not heard. */
  commitEvent(organizationId: string, { identityId = null, type = 'mail.sent', subject = '' }: Partial<Appended> = {}) {
    const messageId = `msg_${randomUUID()}`;
    const payload = { messageId, threadId: 'thr_1', ...(type === 'mail.received' && { from: 'a@x.example', subject }) };
    return commit(
      this.#engine.table,
      {
        build: (tx): LoggedEvent =>
          tx.appendEvent(organizationId, { type, identityId, aggregateId: messageId, payload: payload as never }),
      },
      { now: Date.now },
    );
  }

  async relay(...events: LoggedEvent[]): Promise<void> {
    const subscribers = new SubscriberCache(Date.now());
    const jobs = await Promise.all(events.map((event) => fanOut(event, subscribers)));
    await enqueueAll(withoutRepeatedPushes(jobs.flat()));
  }

  /** Dispatches the entries of an organization's outbox. */
  async relayOutbox(organizationId: string): Promise<void> {
    for (const entry of await outboxOf(this.#engine.table, organizationId)) {
      await enqueueAll(await dispatchOutboxEntry(entry, new SubscriberCache(Date.now())));
    }
  }

  /** Messages that the gateway has written are read by the clients in the next turns of the event loop. */
  async #received(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

interface Appended {
  identityId: string | null;
  type: EventType;
  subject: string;
}

/** Runs the harness for the tests of a file. */
export function useStreams(engine: { readonly table: Table }): StreamHarness {
  const harness = new StreamHarness(engine);
  beforeAll(() => harness.start());
  afterAll(() => harness.stop());
  return harness;
}
