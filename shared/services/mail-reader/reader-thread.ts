import { Worker } from 'node:worker_threads';
import { readEnv } from '../../runtime/env.ts';
import type { ReaderMessage, ReadingJob, ReadingResult } from './reading-job.ts';

/** A mail could not be read within what a mail may take of time or memory. Trying again would end the same way. */
export class UnreadableError extends Error {}

/** Where a thread's module is: next to this one, be it the source or the bundle. */
const MODULE = new URL(`./mail-reader-thread${import.meta.url.endsWith('.ts') ? '.ts' : '.mjs'}`, import.meta.url);

/** Of a function's memory, what its reader threads may fill with objects. The bytes of a mail are not among them. */
const HEAP_SHARE = 0.5;

/** A thread that reads one mail after the other. It is of no more use once it has failed. */
export class ReaderThread {
  readonly #worker: Worker;
  readonly #ready: Promise<ReaderMessage>;
  #next: PromiseWithResolvers<ReaderMessage> = Promise.withResolvers();
  #state: 'starting' | 'running' | 'ended' = 'starting';

  constructor(module: URL = MODULE) {
    const { AWS_LAMBDA_FUNCTION_MEMORY_SIZE: memoryMb } = readEnv('AWS_LAMBDA_FUNCTION_MEMORY_SIZE');
    this.#worker = new Worker(module, {
      name: 'mail-reader',
      // A parser that is made to misbehave finds no credentials.
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_SHARE * memoryMb },
    });
    this.#ready = this.#next.promise;
    this.#worker.on('message', (message: ReaderMessage) => this.#next.resolve(message));
    this.#worker.on('error', (error) => this.#fail(this.#state === 'running' ? unreadable(error) : error));
    this.#worker.on('exit', (code) => this.#fail(new Error(`the thread that reads mail ended: ${code}`)));
    this.#ready.catch(() => undefined);
  }

  get isUsable(): boolean {
    return this.#state !== 'ended';
  }

  /** Reads within `budgetMs`, which begins when the thread can. */
  async run<K extends ReadingJob['kind']>(
    job: Extract<ReadingJob, { kind: K }>,
    budgetMs: number,
  ): Promise<ReadingResult[K]> {
    await this.#ready;
    this.#state = 'running';
    this.#next = Promise.withResolvers();
    const overdue = setTimeout(() => this.#fail(new UnreadableError(`not read within ${budgetMs / 1000} s`)), budgetMs);
    this.#worker.ref();
    try {
      this.#post(job);
      const message = await this.#next.promise;
      if (message.type === 'failure') throw new UnreadableError(message.reason);
      return (message as Extract<ReaderMessage, { type: 'result' }>).result as ReadingResult[K];
    } finally {
      clearTimeout(overdue);
      // An idle thread keeps no process alive.
      this.#worker.unref();
    }
  }

  async end(): Promise<void> {
    this.#state = 'ended';
    await this.#worker.terminate();
  }

  /** The bytes are copied once, without those that may be around them in their buffer. */
  #post(job: ReadingJob): void {
    if (job.kind === 'html') {
      this.#worker.postMessage(job);
      return;
    }
    const raw = new Uint8Array(job.raw);
    this.#worker.postMessage({ ...job, raw }, [raw.buffer]);
  }

  #fail(error: Error): void {
    this.#next.reject(error);
    void this.end();
  }
}

function unreadable(error: Error & { code?: string }): UnreadableError {
  const isOutOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return new UnreadableError(isOutOfMemory ? 'more memory needed than a mail may take' : error.message);
}
