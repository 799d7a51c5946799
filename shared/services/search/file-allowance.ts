import pLimit from 'p-limit';
import { SECOND } from '#shared/domain/time/time.ts';
import { withDeadline } from '#shared/runtime/deadline-scope.ts';

/** One search reads the files of this number of emails in no segment. Runs of the index leave fewer. */
const MAX_EMAILS = 16;

/** How long it may take to read them. */
const READING_MS = 5 * SECOND;

/**
 * Emails of which a process has the files in memory at once, for all its searches: an email has up to 40 MB, which the
 * function has several times while a reader process gets them.
 */
const MAX_CONCURRENT_EMAILS = 2;

const turns = pLimit(MAX_CONCURRENT_EMAILS);

/** What one search may read of the files of emails in no segment, over all agents that it searches. */
export class FileAllowance {
  readonly #end = performance.now() + READING_MS;
  #left = MAX_EMAILS;

  /**
   * Reads the files of one email, with the deadline of the search; `undefined` if it has read enough. The work gets a
   * function that tells whether the time is over.
   */
  read<T>(work: (isOver: () => boolean) => Promise<T>): Promise<T | undefined> {
    return turns(() => {
      if (this.#left === 0 || this.#leftMs <= 0) return undefined;
      this.#left -= 1;
      return withDeadline(this.#leftMs, () => work(() => this.#leftMs <= 0));
    });
  }

  get #leftMs(): number {
    return Math.floor(this.#end - performance.now());
  }
}
