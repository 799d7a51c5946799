const MAX_OLDEST = 32;

/**
 * Chooses which due task a worker claims next: the oldest one, as long as no other worker competes for it. After each
 * claim that it loses, it picks randomly among twice as many of the oldest tasks, so that workers of one agent soon
 * claim different ones; after each claim that it wins, among one fewer.
 */
export class DueChoice {
  #oldest = 1;

  /** Ids start with a timestamp, so they sort by age. */
  pick<T extends { readonly id: string }>(due: T[], random = Math.random): T | undefined {
    due.sort((one, other) => (one.id < other.id ? -1 : 1));
    return due[Math.floor(random() * Math.min(this.#oldest, due.length))];
  }

  claimed(isOurs: boolean): void {
    this.#oldest = isOurs ? Math.max(this.#oldest - 1, 1) : Math.min(this.#oldest * 2, MAX_OLDEST);
  }
}
