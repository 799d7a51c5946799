import pLimit from 'p-limit';
import type { Limits } from '#shared/domain/limits/limits.ts';

const turns = pLimit(1);

/** What a job has while it works. */
export interface Turn {
  /** Lets others work while the job waits for a host that its organization names. Then it waits for another turn. */
  outside<T>(waiting: () => Promise<T>): Promise<T>;
  /** Lets others work from now on: what follows is no preparation, and waits for no turn. */
  end(): void;
}

const WITHOUT_LIMIT: Turn = { outside: (waiting) => waiting(), end: () => {} };

/** The organization of a job, and how many jobs may be prepared at once. */
export interface TurnOf {
  /** Whether the owner of the organization is verified. */
  readonly isVerified: boolean;
  readonly limits: Pick<Limits, 'unverifiedPreparationsAtOnce'>;
}

/**
 * Runs the work of a job. For an organization without a verified owner it waits until the process prepares less than
 * `unverifiedPreparationsAtOnce` of their attempts and fan-outs: at once they would take the processor from others.
 *
 * An attempt ends its turn before it sends its request and never waits for another one: nothing may come between a
 * response and its record, or a crash repeats the attempt.
 *
 * See: docs/decisions/0042-strangers.md#deliveries.
 */
export async function inTurn<T>({ isVerified, limits }: TurnOf, work: (turn: Turn) => Promise<T>): Promise<T> {
  if (isVerified) return work(WITHOUT_LIMIT);
  turns.concurrency = limits.unverifiedPreparationsAtOnce;
  let endTurn = await takeTurn();
  const turn: Turn = {
    outside: async (waiting) => {
      endTurn();
      try {
        return await waiting();
      } finally {
        endTurn = await takeTurn();
      }
    },
    end: () => endTurn(),
  };
  try {
    return await work(turn);
  } finally {
    endTurn();
  }
}

/** Waits for a turn. Returns the function that ends it. */
function takeTurn(): Promise<() => void> {
  return new Promise((begin) => void turns(() => new Promise<void>((end) => begin(end))));
}
