const MAX_OLDEST = 32;

/**
 * Which of the due tasks a worker claims next: the oldest one, while no other worker claims the same. After each claim
 * that it does not get, it draws among twice as many of the oldest ones, so that workers of one agent soon claim
 * different tasks; after each one that it gets, among one fewer.
 */
export class DueChoice {
  #oldest = 1;

  /** Ids begin with the time, so they sort by age. */
  pick<T extends { readonly id: string }>(due: T[], random = Math.random): T | undefined {
    due.sort((one, other) => (one.id < other.id ? -1 : 1));
    return due[Math.floor(random() * Math.min(this.#oldest, due.length))];
  }

  claimed(isOurs: boolean): void {
    this.#oldest = isOurs ? Math.max(this.#oldest - 1, 1) : Math.min(this.#oldest * 2, MAX_OLDEST);
  }
}
