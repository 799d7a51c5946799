import { type EventType, type FollowedEvent, ValidationError } from '../../typescript/src/index.ts';
import type { HandOption } from './command.ts';
import type { CommonOptions } from './context.ts';
import { UsageError } from './usage-error.ts';

/** The options of a command that follows the log, as commander collects them. */
export interface FollowOptions extends CommonOptions {
  readonly type?: readonly EventType[];
  readonly agent?: string;
  readonly since?: string;
  readonly new?: boolean;
}

/** Which events a command follows, and from which position. */
export const FOLLOW_OPTIONS: readonly HandOption[] = [
  { flags: '--type <type...>', text: 'Only events of these types.' },
  { flags: '--agent <id-or-handle>', text: 'Only events of this agent.' },
  { flags: '--since <time>', text: 'Start after this created_at, and not at the saved position.' },
  { flags: '--new', text: "Start with new events; don't save the position." },
];

/** The events as they arrive. A type that the service does not know is an error in `--type`. */
export async function* typesNamed(
  events: AsyncIterable<FollowedEvent>,
  { type = [] }: FollowOptions,
): AsyncGenerator<FollowedEvent, void, undefined> {
  try {
    yield* events;
  } catch (error) {
    const [, index] = (error instanceof ValidationError && /^types\.(\d+)/.exec(error.message)) || [];
    if (index === undefined) throw error;
    const unknown = type[Number(index)];
    throw new UsageError(`--type: the service has no event type "${unknown}"; aid trigger --help lists the types`);
  }
}

/** The time of `--since`. Throws `UsageError` for anything that is not a time. */
export function sinceOf({ since }: FollowOptions): Date | undefined {
  if (since === undefined) return undefined;
  const time = new Date(since);
  if (Number.isNaN(time.getTime())) {
    throw new UsageError(`--since: expected a time such as 2026-01-31T08:00:00.000Z, got "${since}"`);
  }
  return time;
}
