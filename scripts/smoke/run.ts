import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient, type Body, type CallOptions } from './api-client.ts';

/** An agent that the run has created. */
export interface SmokeAgent {
  readonly id: string;
  readonly key: string;
  readonly keyId: string;
  readonly address: string | null;
}

export interface RunOptions {
  readonly url: string;
  /** How long a step may take. */
  readonly timeoutMs: number;
  /** Aborted when the operator interrupts the run. */
  readonly signal: AbortSignal;
}

const POLL_MS = 500;

/** One run of the smoke test: what it has created so far, and how to undo it. */
export class Run {
  /** Part of every name that the run makes. */
  readonly id = randomBytes(4).toString('hex');
  readonly signal: AbortSignal;
  /** The address of the API, without `/v1`. */
  readonly url: string;
  readonly #api: ApiClient;
  readonly #timeoutMs: number;
  readonly #made = new Map<string, unknown>();
  readonly #undo: { what: string; undo: () => Promise<unknown> }[] = [];
  #isCleaningUp = false;
  #stepSignal: AbortSignal;

  constructor({ url, timeoutMs, signal }: RunOptions) {
    this.url = url;
    this.#api = new ApiClient(url);
    this.#timeoutMs = timeoutMs;
    this.signal = signal;
    this.#stepSignal = signal;
  }

  /** Aborted when the step ends or the operator interrupts the run. */
  get stepSignal(): AbortSignal {
    return this.#stepSignal;
  }

  /** Keeps what a step has made for the steps after it. */
  keep<T>(name: string, value: T): T {
    this.#made.set(name, value);
    return value;
  }

  /** What an earlier step has made. */
  made<T>(name: string): T {
    if (!this.#made.has(name)) throw new Error(`no step has made "${name}"`);
    return this.#made.get(name) as T;
  }

  /** Registers how to remove something. The last thing is removed first. */
  undoLater(what: string, undo: () => Promise<unknown>): void {
    this.#undo.unshift({ what, undo });
  }

  /** Removes everything. Returns the number of things, or throws after all were tried. */
  async undoAll(): Promise<number> {
    const failures: string[] = [];
    for (const { what, undo } of this.#undo) {
      await undo().catch((error: Error) => failures.push(`${what}: ${error.message}`));
    }
    if (failures.length > 0) throw new Error(failures.join('; '));
    return this.#undo.length;
  }

  /** From now on an interruption of the run ends nothing. */
  beginCleanUp(): void {
    this.#isCleaningUp = true;
  }

  /** Runs a step within the time that it has. */
  async timed<T>(step: () => Promise<T>): Promise<T> {
    const late = AbortSignal.timeout(this.#timeoutMs);
    this.#stepSignal = this.#isCleaningUp ? late : AbortSignal.any([late, this.signal]);
    const signal = this.#stepSignal;
    const ended = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () =>
        reject(late.aborted ? new Error(`not done within ${this.#timeoutMs / 1000} s`) : signal.reason),
      );
    });
    return Promise.race([step(), ended]);
  }

  call(method: string, path: string, options: CallOptions = {}): Promise<Body> {
    return this.#api.call(method, path, { signal: this.#stepSignal, ...options });
  }

  /** The file behind the download link that an operation returns. */
  async download(path: string, key: string): Promise<Buffer> {
    const { download_url } = await this.call('GET', path, { key });
    const response = await fetch(download_url, { signal: this.#stepSignal });
    if (!response.ok) throw new Error(`the link of ${path}: ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }

  /** Asks again until there is a value, for as long as the step may take. */
  async until<T>(ask: () => Promise<T | undefined>): Promise<T> {
    const signal = this.#stepSignal;
    for (;;) {
      signal.throwIfAborted();
      const value = await ask();
      if (value !== undefined) return value;
      await sleep(POLL_MS, undefined, { signal });
    }
  }

  /** Waits by long poll for an event of a type about one thing, from `since` on. */
  async waitForEvent(key: string, type: string, since: string, matches: (event: Body) => boolean): Promise<Body> {
    let from = since;
    return this.until(async () => {
      const query = new URLSearchParams({ type, since: from });
      const { event } = await this.call('GET', `/v1/events/wait?${query}`, { key });
      if (event === null) return undefined;
      from = event.created_at;
      return matches(event) ? event : undefined;
    });
  }
}
