import { NAMED_WAYS, type NamedWayName } from '#shared/contract/ways.ts';
import { MINUTE, SECOND } from '#shared/domain/time/time.ts';

/** A way that the sweep goes itself. */
export interface Way {
  readonly name: string;
  /** Whether it is the stage that has to work, or a setting of the account around it. */
  readonly about: 'stage' | 'account';
  readonly everyMinutes: number;
  /** The minute of its turn, from 0 to `everyMinutes` - 1. */
  readonly turn: number;
  /** How often it is gone in one run before it counts as failed. */
  readonly tries: number;
  /** Goes the way. Throws if it does not work; the signal ends a try that takes too long. */
  go(now: number, signal: AbortSignal): Promise<void>;
}

/** A way, and how long ago it worked last. */
export interface TriedWay extends Pick<Way, 'name' | 'about'> {
  readonly seconds: number;
  /** Whether its turn has come and it did not work. */
  readonly isOverdue: boolean;
}

/** A run may come a little early. */
const EARLY_MS = 15 * SECOND;

/** Whether a way worked so long ago, in milliseconds, that its turn has come since. */
export function isOverdue(age: number, { everyMinutes }: Pick<Way, 'everyMinutes'>): boolean {
  return age >= everyMinutes * MINUTE - EARLY_MS;
}

/** How long one try may take: a function that has little memory takes seconds to start. */
export const TRY_MS = 12 * SECOND;

/** One of the ways that have a name of their own. */
export function namedWay(name: NamedWayName, rest: Pick<Way, 'turn' | 'tries' | 'go'>): Way {
  const { about, everyMinutes } = NAMED_WAYS[name];
  return { name, about, everyMinutes, ...rest };
}
