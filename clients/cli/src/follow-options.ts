import { type EventType, type FollowedEvent, ValidationError } from '../../typescript/src/index.ts';
import type { HandOption } from './command.ts';
import type { CommonOptions } from './context.ts';
import { UsageError } from './usage-error.ts';

/** What a command that follows the log takes, as commander collects it. */
export interface FollowOptions extends CommonOptions {
  readonly type?: readonly EventType[];
  readonly agent?: string;
  readonly since?: string;
  readonly new?: boolean;
}

/** Which events a command follows, and from where. */
export const FOLLOW_OPTIONS: readonly HandOption[] = [
  { flags: '--type <type...>', text: 'Only events of these types.' },
  { flags: '--agent <id-or-handle>', text: 'Only events of this agent.' },
  { flags: '--since <time>', text: 'Begin after this created_at, if no earlier run has kept a place.' },
  { flags: '--new', text: 'Begin with what happens from now on, and keep no place.' },
];

/** The events as they come. A type that the service does not know is a wrong `--type`. */
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
    throw new UsageError(`--type: the service has no events of the type "${unknown}"; aid trigger --help lists them`);
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
