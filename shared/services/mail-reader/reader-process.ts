import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { limitAttempt } from '#shared/runtime/attempt-limits.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { watchCost } from './process-cost.ts';
import type { ReaderMessage, ReadingJob, ReadingResult } from './reading-job.ts';

/** An email exceeded the limits of processor time or memory. A retry would fail in the same way. */
export class UnreadableError extends Error {}

/** What bounds a job. */
export interface JobLimits {
  /** Milliseconds of processor time that the content may cost. More is an `UnreadableError`. */
  readonly processorMs: number;
  /**
   * Milliseconds by the clock, in which the thread could read. More is a failure of the attempt: the machine was slow
   * or the process hung, which says nothing about the content.
   */
  readonly attemptMs: number;
  /** What ends the attempt earlier, such as the deadline of a request. */
  readonly signal: AbortSignal | undefined;
}

const IS_SOURCE = import.meta.url.endsWith('.ts');

/** The module of a process, next to this one in the source and in the bundle. */
const MODULE = new URL(`./mail-reader-process${IS_SOURCE ? '.ts' : '.mjs'}`, import.meta.url);

/** The module of a process that reads files. */
export const FILE_READER_MODULE = new URL(
  IS_SOURCE ? '../file-text/file-reader-process.ts' : './file-reader-process.mjs',
  import.meta.url,
);

/** What a process may read: the folder of its bundle, or the repository. */
const READABLE = fileURLToPath(new URL(IS_SOURCE ? '../../../' : './', import.meta.url));

/** The share of a function's memory that a process may use for objects. It does not include the bytes of the mail. */
const HEAP_SHARE = 0.5;

/** How a process that crashes ends. The system ends one with SIGKILL when memory is used up. */
const CRASHES: ReadonlySet<NodeJS.Signals> = new Set(['SIGABRT', 'SIGBUS', 'SIGILL', 'SIGSEGV', 'SIGTRAP']);

/** The characters of a process's last words that an error contains. */
const MAX_REPORT = 2_000;

const OUT_OF_TIME = 'the time of the invocation ended before the mail reader process finished';

/** A process that parses one email after the other. It cannot be used again after a failure. */
export class ReaderProcess {
  readonly #process: ChildProcess;
  readonly #ready: Promise<ReaderMessage>;
  #next: PromiseWithResolvers<ReaderMessage> = Promise.withResolvers();
  #state: 'starting' | 'running' | 'ended' = 'starting';
  #report = '';
  /** The most memory that the process was seen to use in its present job, and what it may use for objects. */
  #seenBytes = 0;
  readonly #maxBytes: number;

  constructor(module: URL = MODULE) {
    const { AWS_LAMBDA_FUNCTION_MEMORY_SIZE: memoryMb } = readEnv('AWS_LAMBDA_FUNCTION_MEMORY_SIZE');
    const maxHeapMb = Math.floor(HEAP_SHARE * memoryMb);
    this.#maxBytes = maxHeapMb * 1024 * 1024;
    this.#process = fork(module, [], {
      // A compromised parser finds no credentials, and cannot write files or start programs.
      env: {},
      execArgv: [`--max-old-space-size=${maxHeapMb}`, '--permission', `--allow-fs-read=${READABLE}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#ready = this.#next.promise;
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#report = (this.#report + text).slice(-MAX_REPORT);
    });
    this.#process.on('message', (message: ReaderMessage) => this.#next.resolve(message));
    this.#process.on('error', (error) => this.#fail(error));
    // Not `exit`: its last message may still be in the channel.
    this.#process.on('close', (code, signal) => this.#fail(this.#reasonOf(code, signal)));
    this.#ready.catch(() => undefined);
  }

  get isUsable(): boolean {
    return this.#state !== 'ended';
  }

  /**
   * Runs a job. Throws an `UnreadableError` if the content cannot be read with what it may cost, and another error if
   * this attempt failed. Processor time is counted from when the process is ready, the time of the attempt from now.
   */
  async run<K extends ReadingJob['kind']>(
    job: Extract<ReadingJob, { kind: K }>,
    { processorMs, attemptMs, signal }: JobLimits,
  ): Promise<ReadingResult[K]> {
    if (signal?.aborted) throw new Error(OUT_OF_TIME);
    this.#keepAlive(true);
    const overdue = () => this.#fail(new Error(`the mail reader process did not finish within ${attemptMs / 1000} s`));
    const aborted = () => this.#fail(new Error(OUT_OF_TIME));
    const stopClock = limitAttempt(attemptMs, overdue);
    signal?.addEventListener('abort', aborted);
    let stopWatch: (() => void) | undefined;
    try {
      await this.#ready;
      this.#state = 'running';
      this.#next = Promise.withResolvers();
      this.#seenBytes = 0;
      stopWatch = watchCost(this.#process.pid, (used) => {
        this.#seenBytes = Math.max(this.#seenBytes, used.memoryBytes);
        if (used.processorMs <= processorMs) return;
        this.#fail(new UnreadableError(`more than ${processorMs / 1000} s of processor time needed`));
      });
      // A process that has ended is reported by `close`.
      this.#process.send(job, () => undefined);
      const message = await this.#next.promise;
      if (message.type === 'failure') {
        void this.end();
        throw new UnreadableError(message.reason);
      }
      return (message as Extract<ReaderMessage, { type: 'result' }>).result as ReadingResult[K];
    } finally {
      stopClock();
      stopWatch?.();
      signal?.removeEventListener('abort', aborted);
      this.#keepAlive(false);
    }
  }

  /** Ends the process. */
  async end(): Promise<void> {
    this.#state = 'ended';
    const { exitCode, signalCode, pid } = this.#process;
    if (exitCode !== null || signalCode !== null || pid === undefined) return;
    this.#process.ref();
    this.#process.kill('SIGKILL');
    await new Promise((resolve) => this.#process.once('exit', resolve));
  }

  /** Whether the process of the function waits for this one: an idle reader must not keep it alive. */
  #keepAlive(isBusy: boolean): void {
    const method = isBusy ? 'ref' : 'unref';
    this.#process[method]();
    this.#process.channel?.[method]();
    (this.#process.stderr as Socket | null)?.[method]();
  }

  #fail(error: Error): void {
    this.#next.reject(error);
    void this.end();
  }

  #reasonOf(code: number | null, signal: NodeJS.Signals | null): Error {
    if (this.#state === 'running') {
      // The system also kills a small process if others use the memory.
      const isKilledForMemory = signal === 'SIGKILL' && this.#seenBytes > this.#maxBytes;
      const isOutOfMemory = isKilledForMemory || this.#report.includes('out of memory');
      if (isOutOfMemory) return new UnreadableError('more memory needed than allowed for an email');
      if (signal !== null && CRASHES.has(signal)) return new UnreadableError(`its parser crashed with ${signal}`);
    }
    const report = this.#report === '' ? '' : `: ${this.#report}`;
    return new Error(`the mail reader process exited with ${signal ?? `code ${code}`}${report}`);
  }
}
