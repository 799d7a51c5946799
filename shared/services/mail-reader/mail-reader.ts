import pLimit from 'p-limit';
import type { TextsOfHtml } from '#shared/domain/safe-reading/text-part.ts';
import type { FileText, ReadableFile } from '../file-text/read-file.ts';
import { headerOnly } from '../inbound-mail/header-only.ts';
import { type ParsedMail, unreadable, withProblem } from '../inbound-mail/parsed-mail.ts';
import { FILE_READER_MODULE, ReaderProcess, UnreadableError } from './reader-process.ts';
import type { ReadingJob, ReadingResult } from './reading-job.ts';

/** Milliseconds to parse an email, and to parse only its header if the whole mail took longer. */
export const READING_BUDGET_MS = 5_000;
const HEADER_BUDGET_MS = 1_000;

/** Two processes, so that one slow mail does not block the next one. */
const MAX_PROCESSES = 2;

export interface MailReaderOptions {
  /** The time limit in milliseconds, for tests. */
  readonly budgetMs?: number;
  /** The module of a process. Without one it reads mail. */
  readonly module?: URL;
}

/**
 * Parses content from strangers in processes of their own, so that one email cannot use the time or the memory of
 * another. An email that exceeds a limit costs its process, and nothing else waits for it. Processes start with the
 * first email and are reused.
 *
 * See: docs/decisions/0014-reading-mail.md.
 */
export class MailReader {
  readonly #options: MailReaderOptions;
  readonly #turns = pLimit(MAX_PROCESSES);
  readonly #idle: ReaderProcess[] = [];

  constructor(options: MailReaderOptions = {}) {
    this.#options = options;
  }

  /**
   * Parses a raw mail. If that takes too long, parses only the header; if that takes too long as well, returns what the
   * envelope says. `problem` has the reason. Throws only if no process can be started.
   */
  async readMail(raw: Uint8Array, envelopeFrom: string): Promise<ParsedMail> {
    try {
      return await this.#run<'mail'>({ kind: 'mail', raw, envelopeFrom }, this.#budgetMs);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      return this.#readHeader(raw, envelopeFrom, error.message);
    }
  }

  /** The bytes of each attachment of a raw mail; `undefined` if it cannot be parsed in time. */
  readAttachments(raw: Uint8Array): Promise<Uint8Array[] | undefined> {
    return this.#runInTime<'attachments'>({ kind: 'attachments', raw });
  }

  /** The words of an HTML body, as a person sees them; `undefined` if it cannot be parsed in time. */
  async readHtml(html: string): Promise<string | undefined> {
    return (await this.readHtmlTexts(html))?.words;
  }

  /** The words of an HTML body, and the text part that it is sent with; `undefined` if it cannot be parsed in time. */
  readHtmlTexts(html: string): Promise<TextsOfHtml | undefined> {
    return this.#runInTime<'html'>({ kind: 'html', html });
  }

  /** The text of a file; `undefined` if it is not of its kind, or cannot be read in time. */
  readFile(bytes: Uint8Array, as: ReadableFile): Promise<FileText | undefined> {
    return this.#runInTime<'file'>({ kind: 'file', bytes, as });
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

  async #runInTime<K extends ReadingJob['kind']>(
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
    budgetMs: number,
  ): Promise<ReadingResult[K]> {
    return this.#turns(async () => {
      const child = this.#takeIdle() ?? new ReaderProcess(this.#options.module);
      try {
        return await child.run<K>(job, budgetMs);
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
