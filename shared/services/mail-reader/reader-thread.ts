import { Worker } from 'node:worker_threads';
import { readEnv } from '#shared/runtime/env.ts';
import type { ReaderMessage, ReadingJob, ReadingResult } from './reading-job.ts';

/** An email exceeded the limits of time or memory. A retry would fail in the same way. */
export class UnreadableError extends Error {}

/** The module of a thread, next to this one in the source and in the bundle. */
const MODULE = new URL(`./mail-reader-thread${import.meta.url.endsWith('.ts') ? '.ts' : '.mjs'}`, import.meta.url);

/** The share of a function's memory that a thread may use for objects. It does not include the bytes of the mail. */
const HEAP_SHARE = 0.5;

/** A thread that parses one email after the other. It cannot be used again after a failure. */
export class ReaderThread {
  readonly #worker: Worker;
  readonly #ready: Promise<ReaderMessage>;
  #next: PromiseWithResolvers<ReaderMessage> = Promise.withResolvers();
  #state: 'starting' | 'running' | 'ended' = 'starting';

  constructor(module: URL = MODULE) {
    const { AWS_LAMBDA_FUNCTION_MEMORY_SIZE: memoryMb } = readEnv('AWS_LAMBDA_FUNCTION_MEMORY_SIZE');
    this.#worker = new Worker(module, {
      name: 'mail-reader',
      // A compromised parser finds no credentials.
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_SHARE * memoryMb },
    });
    this.#ready = this.#next.promise;
    this.#worker.on('message', (message: ReaderMessage) => this.#next.resolve(message));
    this.#worker.on('error', (error) => this.#fail(this.#state === 'running' ? unreadable(error) : error));
    this.#worker.on('exit', (code) => this.#fail(new Error(`the mail reader thread exited with code ${code}`)));
    this.#ready.catch(() => undefined);
  }

  get isUsable(): boolean {
    return this.#state !== 'ended';
  }

  /** Runs a job within `budgetMs`, counted from when the thread is ready. */
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
      // An idle thread must not keep the process alive.
      this.#worker.unref();
    }
  }

  async end(): Promise<void> {
    this.#state = 'ended';
    await this.#worker.terminate();
  }

  /** Copies the bytes of the mail out of their buffer once and transfers the copy. */
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
  return new UnreadableError(isOutOfMemory ? 'more memory needed than an email may take' : error.message);
}
