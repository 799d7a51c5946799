import { startDeadline } from '#shared/data/deadline.ts';
import { SECOND } from '#shared/domain/time/time.ts';

/** One search reads the files of this number of emails in no segment. Runs of the index leave fewer. */
const MAX_EMAILS = 16;

/** How long it begins to read them. */
const READING_MS = 5 * SECOND;

/** What one search may read of the files of emails in no segment, over all agents that it searches. */
export class FileAllowance {
  readonly #isOver = startDeadline(READING_MS);
  #left = MAX_EMAILS;

  /** Takes the files of one email; false if the search has read enough. */
  take(): boolean {
    if (this.#left === 0 || this.#isOver()) return false;
    this.#left -= 1;
    return true;
  }
}
