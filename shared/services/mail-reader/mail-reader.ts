import pLimit from 'p-limit';
import type { TextsOfHtml } from '#shared/domain/safe-reading/text-part.ts';
import { currentDeadline } from '#shared/runtime/deadline-scope.ts';
import type { FileText, ReadableFile } from '../file-text/read-file.ts';
import { headerOnly } from '../inbound-mail/header-only.ts';
import { type ParsedMail, unreadable, withProblem } from '../inbound-mail/parsed-mail.ts';
import { FILE_READER_MODULE, ReaderProcess, UnreadableError } from './reader-process.ts';
import type { ReadingJob, ReadingResult } from './reading-job.ts';

/**
 * Milliseconds of processor time to parse an email, and to parse only its header if the whole mail cost more. They do
 * not depend on how busy a machine is.
 */
export const READING_BUDGET_MS = 5_000;
const HEADER_BUDGET_MS = 1_000;

/**
 * Milliseconds by the clock for one attempt to read something. Two processes that share the 0.58 processors of a
 * function with 1,024 MB need 17 s to use their budgets, so an email that is slow to read is recognized within it.
 */
const ATTEMPT_MS = 30_000;

/** Two processes, so that one slow mail does not block the next one. */
const MAX_PROCESSES = 2;

export interface MailReaderOptions {
  /** The processor time in milliseconds, for tests. */
  readonly budgetMs?: number;
  /** The time of an attempt in milliseconds, for tests. */
  readonly attemptMs?: number;
  /** The module of a process. Without one it reads mail. */
  readonly module?: URL;
}

/**
 * Parses content from strangers in processes of their own, so that one email cannot use the time or the memory of
 * another. An email that exceeds a limit costs its process, and nothing else waits for it. Processes start with the
 * first email and are reused. Only processor time and memory decide about content. Where the machine was too slow, the
 * attempt fails with an error, and nothing is known about the content.
 *
 * See: docs/decisions/0014-reading-mail.md; docs/decisions/0103-what-decides-about-an-email.md.
 */
export class MailReader {
  readonly #options: MailReaderOptions;
  readonly #turns = pLimit(MAX_PROCESSES);
  readonly #idle: ReaderProcess[] = [];

  constructor(options: MailReaderOptions = {}) {
    this.#options = options;
  }

  /**
   * Parses a raw mail. If that costs too much, parses only the header; if that costs too much as well, returns what the
   * envelope says. `problem` has the reason. Throws if no process can be started, or the machine is too slow.
   */
  async readMail(raw: Uint8Array, envelopeFrom: string): Promise<ParsedMail> {
    try {
      return await this.#run<'mail'>({ kind: 'mail', raw, envelopeFrom }, this.#budgetMs);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      return this.#readHeader(raw, envelopeFrom, error.message);
    }
  }

  /** The bytes of each attachment of a raw mail; `undefined` if that costs too much. */
  readAttachments(raw: Uint8Array): Promise<Uint8Array[] | undefined> {
    return this.#runUnlessUnreadable<'attachments'>({ kind: 'attachments', raw });
  }

  /** The words of an HTML body, as a person sees them; `undefined` if that costs too much. */
  async readHtml(html: string): Promise<string | undefined> {
    return (await this.readHtmlTexts(html))?.words;
  }

  /** The words of an HTML body, and the text part that it is sent with; `undefined` if that costs too much. */
  readHtmlTexts(html: string): Promise<TextsOfHtml | undefined> {
    return this.#runUnlessUnreadable<'html'>({ kind: 'html', html });
  }

  /** The text of a file; `undefined` if it is not of its kind, or costs too much. */
  readFile(bytes: Uint8Array, as: ReadableFile): Promise<FileText | undefined> {
    return this.#runUnlessUnreadable<'file'>({ kind: 'file', bytes, as });
  }

  /** Ends the idle processes. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((child) => child.end()));
  }

  get #budgetMs(): number {
    return this.#options.budgetMs ?? READING_BUDGET_MS;
  }

  async #readHeader(raw: Uint8Array, envelopeFrom: string, reason: string): Promise<ParsedMail> {
    const budgetMs = Math.min(HEADER_BUDGET_MS, this.#budgetMs);
    try {
      const mail = await this.#run<'mail'>({ kind: 'mail', raw: headerOnly(raw).bytes, envelopeFrom }, budgetMs);
      // Only the whole mail shows whether the end of its header is unambiguous.
      return withProblem({ ...mail, hasOneAuthor: false }, reason);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      return unreadable(envelopeFrom, reason);
    }
  }

  async #runUnlessUnreadable<K extends ReadingJob['kind']>(
    job: Extract<ReadingJob, { kind: K }>,
  ): Promise<ReadingResult[K] | undefined> {
    try {
      return await this.#run<K>(job, this.#budgetMs);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      return undefined;
    }
  }

  #run<K extends ReadingJob['kind']>(
    job: Extract<ReadingJob, { kind: K }>,
    processorMs: number,
  ): Promise<ReadingResult[K]> {
    const limits = { processorMs, attemptMs: this.#options.attemptMs ?? ATTEMPT_MS, signal: currentDeadline() };
    return this.#turns(async () => {
      const child = this.#takeIdle() ?? new ReaderProcess(this.#options.module);
      try {
        return await child.run<K>(job, limits);
      } finally {
        if (child.isUsable) this.#idle.push(child);
      }
    });
  }

  #takeIdle(): ReaderProcess | undefined {
    let child = this.#idle.pop();
    while (child?.isUsable === false) child = this.#idle.pop();
    return child;
  }
}

let reader: MailReader | undefined;
let fileReader: MailReader | undefined;

/** The reader of the function. It closes when nothing else is left to do, and so leaves no process behind. */
export function getMailReader(): MailReader {
  reader ??= closedAtExit(new MailReader());
  return reader;
}

/** The reader of files of the function, with processes of its own. */
export function getFileReader(): MailReader {
  fileReader ??= closedAtExit(new MailReader({ module: FILE_READER_MODULE }));
  return fileReader;
}

function closedAtExit(made: MailReader): MailReader {
  process.once('beforeExit', () => void made.close());
  return made;
}
