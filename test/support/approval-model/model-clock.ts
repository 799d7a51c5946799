import { beforeEach, onTestFinished, vi } from 'vitest';

/**
 * The clocks of the model, which run, and which steps move ahead: that of requests and of the sweep, by which approvals
 * expire, and that of workers. The latter is late, because a worker takes less time than its lease lasts, which no step
 * may end while a worker is at work.
 */
export interface ModelClock {
  /** The time of requests and of the sweep, in epoch milliseconds. */
  readonly now: () => number;
  /** Moves the time of requests and of the sweep ahead. */
  pass(ms: number): void;
  /** Whether the time of workers is late. */
  readonly isLate: () => boolean;
  /** Sets the time of workers to that of requests, while no worker is at work. */
  catchUp(): void;
}

/** Sets `Date.now` to the time of workers, for the tests of a file. */
export function useModelClock(): ModelClock {
  const realNow = Date.now.bind(Date);
  const offsets = { requests: 0, workers: 0 };
  beforeEach(() => {
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + offsets.workers);
    onTestFinished(() => clock.mockRestore());
  });
  return {
    now: () => realNow() + offsets.requests,
    pass: (ms) => {
      offsets.requests += ms;
    },
    isLate: () => offsets.requests > offsets.workers,
    catchUp: () => {
      offsets.workers = offsets.requests;
      if (Date.now() < realNow() + offsets.workers - 1000) throw new Error('the time of workers does not pass');
    },
  };
}
