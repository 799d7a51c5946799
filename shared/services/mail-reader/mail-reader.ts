import { Limiter } from '../../runtime/limiter.ts';
import { headerOnly } from '../inbound-mail/header-only.ts';
import { type ParsedMail, unreadable, withProblem } from '../inbound-mail/parsed-mail.ts';
import { ReaderThread, UnreadableError } from './reader-thread.ts';
import type { ReadingJob, ReadingResult } from './reading-job.ts';

/** Milliseconds that one mail may take to be read, and its header alone where the whole of it took longer. */
export const READING_BUDGET_MS = 5_000;
const HEADER_BUDGET_MS = 1_000;

/** While one mail takes its time, the next one is read by another thread. */
const MAX_THREADS = 2;

export interface MailReaderOptions {
  /** Milliseconds instead of the usual ones. */
  readonly budgetMs?: number;
  /** A thread's module instead of the usual one. */
  readonly module?: URL;
}

/**
 * Reads what strangers wrote in threads of its own, so that no mail takes the time of another: a mail that is not read
 * within its budget costs its thread, and nothing else waits for it. Threads start with the first mail, and stay.
 *
 * See: docs/decisions/0014-reading-mail.md.
 */
export class MailReader {
  readonly #options: MailReaderOptions;
  readonly #turns = new Limiter(MAX_THREADS);
  readonly #idle: ReaderThread[] = [];

  constructor(options: MailReaderOptions = {}) {
    this.#options = options;
  }

  /**
   * Reads a raw mail. Of one that cannot be read in time the header is read; of one whose header cannot be read either,
   * the envelope is all that is known. `problem` says so. Throws only where no thread can be had.
   */
  async readMail(raw: Uint8Array, envelopeFrom: string): Promise<ParsedMail> {
    try {
      return await this.#run<'mail'>({ kind: 'mail', raw, envelopeFrom }, this.#budgetMs);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      return this.#readHeader(raw, envelopeFrom, error.message);
    }
  }

  /** The text of an HTML body; `undefined` where it cannot be read in time. */
  async readHtml(html: string): Promise<string | undefined> {
    try {
      return await this.#run<'html'>({ kind: 'html', html }, this.#budgetMs);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      return undefined;
    }
  }

  /** Ends the idle threads. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((thread) => thread.end()));
  }

  get #budgetMs(): number {
    return this.#options.budgetMs ?? READING_BUDGET_MS;
  }

  async #readHeader(raw: Uint8Array, envelopeFrom: string, reason: string): Promise<ParsedMail> {
    const budgetMs = Math.min(HEADER_BUDGET_MS, this.#budgetMs);
    try {
      const mail = await this.#run<'mail'>({ kind: 'mail', raw: headerOnly(raw).bytes, envelopeFrom }, budgetMs);
      // Only the whole mail shows whether all readers agree where its header ends.
      return withProblem({ ...mail, hasOneAuthor: false }, reason);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      return unreadable(envelopeFrom, reason);
    }
  }

  #run<K extends ReadingJob['kind']>(
    job: Extract<ReadingJob, { kind: K }>,
    budgetMs: number,
  ): Promise<ReadingResult[K]> {
    return this.#turns.run(async () => {
      const thread = this.#takeIdle() ?? new ReaderThread(this.#options.module);
      try {
        return await thread.run<K>(job, budgetMs);
      } finally {
        if (thread.isUsable) this.#idle.push(thread);
      }
    });
  }

  #takeIdle(): ReaderThread | undefined {
    let thread = this.#idle.pop();
    while (thread?.isUsable === false) thread = this.#idle.pop();
    return thread;
  }
}

let reader: MailReader | undefined;

/** The one reader of the function. */
export function getMailReader(): MailReader {
  reader ??= new MailReader();
  return reader;
}
