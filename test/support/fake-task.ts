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
/** The claim of a worker that is not the one of the test. */
const OTHER = 'clm_other';

type Said = string | readonly (Part & NewPart)[];
type Waits = Promise<void> | void;

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
  /** How many messages the task counts that no response has. */
  missing = 0;
  readonly #events: object[] = [];
  /** The claim of the task, which may have ended. */
  #claim: { readonly id: string; until: number } | undefined;
  /** The claims and renewals in the order in which they were executed. */
  readonly claims: { id: string; key: string }[] = [];
  /** How many claims and renewals were refused. */
  refusals = 0;
  /** The replies in the order in which they were executed. */
  readonly executed: { state: string; key: string }[] = [];
  /** What a claim or reply that has arrived waits for, before it is executed. */
  onArrival: (call: FakeCall) => Waits = () => {};
  /** What happens before a claim or reply is executed. */
  onExecution: (call: FakeCall) => void = () => {};
  /** What the response to a claim or reply, once it was executed, waits for. */
  onExecuted: (call: FakeCall) => Waits = () => {};
  /** What the list of the tasks of one state waits for, once it was read. */
  onList: (state: string) => Waits = () => {};
  /** What the task, once it was read, waits for. */
  onGet: () => Waits = () => {};
  /** How often the log was read up to its end. */
  readToEnd = 0;
  readonly #records = new Map<string, { body: string; reply: unknown }>();

  constructor(...said: readonly (readonly ['caller' | 'worker', Said])[]) {
    for (const [role, content] of said) this.say(role, content);
  }

  say(role: 'caller' | 'worker', content: Said): void {
    const number = this.messages.length + 1;
    const parts = (typeof content === 'string' ? [{ text: content }] : content) as Part[];
    const created_at = new Date(BEGINNING + number).toISOString();
    this.messages.push({ id: `tmsg_${number}`, message_id: `tmsg_${number}`, role, parts, created_at });
  }

  /** The caller replies, and the log has it. */
  replyAsCaller(text: string): void {
    this.say('caller', text);
    this.state = 'working';
    this.log('a2a.task.message', 'working');
  }

  /** Another worker claims the task. It does not renew the claim. */
  claimByAnother(leaseMs: number): void {
    this.state = 'working';
    this.#claim = { id: OTHER, until: Date.now() + leaseMs };
  }

  /** The claim of the task ends, and no other worker has claimed it. */
  endClaim(): void {
    if (this.#claim !== undefined) this.#claim.until = 0;
  }

  /** Whether the task has a claim of the worker of the test that has not ended. */
  get isHeld(): boolean {
    return this.#claim !== undefined && this.#claim.id !== OTHER && this.#claim.until > Date.now();
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
    const act = async (call: FakeCall) => {
      isDead ||= diesWith(call);
      if (isDead) return new Promise<Response>(() => {});
      await this.onArrival(call);
      const response = this.execute(call);
      await this.onExecuted(call);
      return response;
    };
    const service = new FakeService({
      'events.list': ({ query }: FakeCall) => (query.since === undefined ? [] : this.#eventsAfter(query.since)),
      'events.streams.create': () => {
        throw fakeError(429, 'limit.exceeded', { headers: { 'retry-after': '60' } });
      },
      'tasks.list': async ({ query }: FakeCall) => {
        const response = responseOf({ tasks: query.state === this.state ? [this.#task()] : [] });
        await this.onList(String(query.state));
        return response;
      },
      'tasks.get': async () => {
        const response = responseOf(this.#task());
        await this.onGet();
        return response;
      },
      'tasks.claim': act,
      'tasks.reply': act,
    });
    const fetch: typeof service.fetch = (input, init) => (isDead ? new Promise(() => {}) : service.fetch(input, init));
    return new Aid({ key: 'aid_agt_test', fetch, maxRetries: 0, ...options });
  }

  /** Executes a claim or a reply, as the service does: once for each idempotency key. */
  execute(call: FakeCall): Response {
    this.onExecution(call);
    const key = call.headers.get('idempotency-key') ?? '';
    const body = JSON.stringify(call.body);
    const record = this.#records.get(key);
    if (record !== undefined && record.body !== body) throw fakeError(409, 'idempotency.conflict');
    if (record !== undefined) return responseOf(record.reply);
    if (['completed', 'failed', 'canceled'].includes(this.state)) throw fakeError(409, 'a2a.task_terminal');
    const reply = call.method === 'tasks.claim' ? this.#executeClaim(call, key) : this.#executeReply(call, key);
    this.#records.set(key, { body, reply });
    return responseOf(reply);
  }

  #executeClaim({ body }: FakeCall, key: string): object {
    const claim = this.#claim;
    const now = Date.now();
    const id = body.claim_id ?? `clm_${this.claims.length + 1}`;
    const isWaiting = this.state === 'input_required';
    const isFree = body.claim_id === undefined ? claim === undefined || claim.until <= now : claim?.id === id;
    if (isWaiting || !isFree) {
      this.refusals += 1;
      if (isWaiting) throw fakeError(409, 'a2a.task_waiting');
      throw claimedUntil(claim?.until ?? 0);
    }
    this.state = 'working';
    this.#claim = { id, until: now + body.lease_seconds * 1000 };
    this.claims.push({ id, key });
    return { claimed: true, until: new Date(this.#claim.until).toISOString(), claim_id: id };
  }

  #executeReply({ body }: FakeCall, key: string): Task {
    if (body.claim_id !== this.#claim?.id) throw claimedUntil(this.#claim?.until ?? 0);
    this.state = body.state;
    if (this.state !== 'working') this.#claim = undefined;
    const { message, parts } = body as { message?: string; parts?: Said };
    const content = message ?? parts;
    if (content !== undefined) this.say('worker', content);
    this.updatedAt = Math.max(this.updatedAt, BEGINNING + this.messages.length);
    this.executed.push({ state: this.state, key });
    return this.#task();
  }

  #task(): Task {
    const at = { created_at: new Date(BEGINNING).toISOString(), updated_at: new Date(this.updatedAt).toISOString() };
    const messages = [...this.messages];
    return {
      id: ID,
      state: this.state,
      messages,
      message_count: messages.length + this.missing,
      ...at,
    } as unknown as Task;
  }
}

function claimedUntil(until: number): Error {
  const seconds = Math.ceil((until - Date.now()) / 1000);
  const headers: Record<string, string> = seconds > 0 ? { 'retry-after': String(seconds) } : {};
  return fakeError(409, 'a2a.task_claimed', { retryable: true, headers });
}

function responseOf(body: unknown): Response {
  return Response.json(body, { headers: { date: new Date().toUTCString() } });
}
