import { onTestFinished } from 'vitest';
import {
  Aid,
  type AidOptions,
  type NewPart,
  type Part,
  type Task,
  type TaskHandler,
  type TaskMessage,
  type WorkOptions,
} from '#clients/typescript/src/index.ts';
import { type FakeCall, FakeService, fakeError } from '#clients/typescript/src/testing.ts';

const ID = 'tsk_1';
const BEGINNING = Date.parse('2026-11-21T08:00:00.000Z');

type Said = string | readonly (Part & NewPart)[];

/** Has a task done until the test ends. */
export function startWork(aid: Aid, handler: TaskHandler, options: WorkOptions = {}): void {
  const ending = new AbortController();
  void aid.tasks.work(handler, { signal: ending.signal, onError: () => {}, ...options });
  onTestFinished(() => ending.abort());
}

/**
 * A service with one task. Its workers were last heard of so long ago that the next one takes it at once. A test says
 * what the caller and earlier workers have said, and which request of a worker arrives late.
 */
export class FakeTask {
  state = 'working';
  /** When it last changed. */
  updatedAt = BEGINNING;
  readonly messages: TaskMessage[] = [];
  readonly #events: object[] = [];
  /** The replies in the order in which they were executed. */
  readonly executed: { state: string; key: string }[] = [];
  /** Whether another worker has made a claim. */
  isTaken: (claim: number) => boolean = () => false;
  /** What a reply that has arrived waits for, before it is executed. */
  onArrival: (call: FakeCall) => Promise<void> | void = () => {};
  /** What happens before a reply is executed. */
  onReply: (call: FakeCall) => void = () => {};
  /** What the response to a reply, once it was executed, waits for. */
  onReplied: (call: FakeCall) => Promise<void> | void = () => {};
  /** What the list of the tasks of one state waits for, once it was read. */
  onList: (state: string) => Promise<void> | void = () => {};
  /** What the task, once it was read, waits for. */
  onGet: () => Promise<void> | void = () => {};
  /** How often the log was read up to its end. */
  readToEnd = 0;
  readonly #records = new Map<string, { body: string; task: Task }>();

  constructor(...said: readonly (readonly ['caller' | 'worker', Said])[]) {
    for (const [role, content] of said) this.say(role, content);
  }

  say(role: 'caller' | 'worker', content: Said): void {
    const number = this.messages.length + 1;
    const parts = (typeof content === 'string' ? [{ text: content }] : content) as Part[];
    const created_at = new Date(BEGINNING + number).toISOString();
    this.messages.push({ id: `tmsg_${number}`, message_id: `tmsg_${number}`, role, parts, created_at });
  }

  /** Appends an event about the task. */
  log(type: string, state: string): void {
    const created_at = new Date(BEGINNING + 1000 + this.#events.length).toISOString();
    const payload = { taskId: ID, state };
    this.#events.push({ id: `evt_${created_at}`, type, aggregate_id: ID, payload, created_at });
  }

  #eventsAfter(since: string): object[] {
    const events = this.#events.filter((event) => (event as { created_at: string }).created_at > since);
    if (events.length === 0) this.readToEnd += 1;
    return events;
  }

  /** The texts of the worker. */
  get said(): (string | null | undefined)[] {
    return this.messages.filter(({ role }) => role === 'worker').map(({ parts }) => parts[0]?.text);
  }

  /** A client of a worker. After a request with which it dies, nothing it sends arrives. */
  aid(diesWith: (call: FakeCall) => boolean = () => false, options: AidOptions = {}): Aid {
    let isDead = false;
    const service = new FakeService({
      'events.list': ({ query }: FakeCall) => (query.since === undefined ? [] : this.#eventsAfter(query.since)),
      'events.streams.create': () => {
        throw fakeError(429, 'limit.exceeded', { headers: { 'retry-after': '60' } });
      },
      'tasks.list': async ({ query }: FakeCall) => {
        const response = this.#response(query.state === this.state ? [this.#task()] : []);
        await this.onList(String(query.state));
        return response;
      },
      'tasks.get': async () => {
        const response = this.#response(this.#task());
        await this.onGet();
        return response;
      },
      'tasks.reply': async (call: FakeCall) => {
        isDead ||= diesWith(call);
        if (isDead) return new Promise<Response>(() => {});
        await this.onArrival(call);
        const response = this.execute(call);
        await this.onReplied(call);
        return response;
      },
    });
    const fetch: typeof service.fetch = (input, init) => (isDead ? new Promise(() => {}) : service.fetch(input, init));
    return new Aid({ key: 'aid_agt_test', fetch, maxRetries: 0, ...options });
  }

  /** Executes a reply, as the service does: once for each idempotency key. */
  execute(call: FakeCall): Response {
    this.onReply(call);
    const key = call.headers.get('idempotency-key') ?? '';
    const body = JSON.stringify(call.body);
    const claim = Number(/^aid-work-tsk_1-(\d+)$/.exec(key)?.[1] ?? -1);
    const record = this.#records.get(key);
    if (claim >= 0 && this.isTaken(claim)) return this.#response(this.#task(), { 'idempotency-replayed': 'true' });
    if (record !== undefined && record.body !== body) throw fakeError(409, 'idempotency.conflict');
    if (record !== undefined) return this.#response(record.task, { 'idempotency-replayed': 'true' });
    if (['completed', 'canceled'].includes(this.state)) throw fakeError(409, 'a2a.task_terminal');
    this.state = call.body.state;
    const { message, parts } = call.body as { message?: string; parts?: Said };
    const content = message ?? parts;
    if (content !== undefined) this.say('worker', content);
    this.executed.push({ state: this.state, key });
    this.#records.set(key, { body, task: this.#task() });
    return this.#response(this.#task());
  }

  #task(): Task {
    const at = { created_at: new Date(BEGINNING).toISOString(), updated_at: new Date(this.updatedAt).toISOString() };
    const messages = [...this.messages];
    return { id: ID, state: this.state, messages, message_count: messages.length, ...at } as unknown as Task;
  }

  #response(body: unknown, headers: Record<string, string> = {}): Response {
    const json = Array.isArray(body) ? { tasks: body } : body;
    return Response.json(json, { headers: { date: new Date().toUTCString(), ...headers } });
  }
}
