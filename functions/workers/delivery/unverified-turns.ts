import pLimit from 'p-limit';

/** What a process does for unverified organizations at the same time, without waiting for the hosts that they name. */
const turns = pLimit(1);

/** What a job has while it works. */
export interface Turn {
  /** Lets others work while the job waits for a host that its organization names. */
  outside<T>(waiting: () => Promise<T>): Promise<T>;
}

/**
 * Runs the work of a job. For an unverified organization it waits until the process does nothing else for one: their
 * attempts at once would take the processor from those of others.
 *
 * See: docs/decisions/0042-strangers.md#deliveries.
 */
export async function inTurn<T>(isVerified: boolean, work: (turn: Turn) => Promise<T>): Promise<T> {
  if (isVerified) return work({ outside: (waiting) => waiting() });
  let endTurn = await takeTurn();
  const outside: Turn['outside'] = async (waiting) => {
    endTurn();
    try {
      return await waiting();
    } finally {
      endTurn = await takeTurn();
    }
  };
  try {
    return await work({ outside });
  } finally {
    endTurn();
  }
}

/** Waits for a turn. Returns the function that ends it. */
function takeTurn(): Promise<() => void> {
  return new Promise((begin) => void turns(() => new Promise<void>((end) => begin(end))));
}
