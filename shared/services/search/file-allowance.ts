import { SECOND } from '#shared/domain/time/time.ts';
import { withDeadline } from '#shared/runtime/deadline-scope.ts';

/** One search reads the files of this number of emails in no segment. Runs of the index leave fewer. */
const MAX_EMAILS = 16;

/** How long it may take to read them. */
const READING_MS = 5 * SECOND;

/** What one search may read of the files of emails in no segment, over all agents that it searches. */
export class FileAllowance {
  readonly #end = performance.now() + READING_MS;
  #left = MAX_EMAILS;

  /** Reads the files of one email, with the deadline of the search; `undefined` if it has read enough. */
  read<T>(work: () => Promise<T>): Promise<T> | undefined {
    const leftMs = Math.floor(this.#end - performance.now());
    if (this.#left === 0 || leftMs <= 0) return undefined;
    this.#left -= 1;
    return withDeadline(leftMs, work);
  }
}
