import type { EventType } from '../../typescript/src/index.ts';
import type { HandOption } from './command.ts';
import type { CommonOptions } from './context.ts';

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
  { flags: '--since <time>', text: 'Begin after this created_at, if no run of before has kept a place.' },
  { flags: '--new', text: 'Begin with what happens from now on, and keep no place.' },
];
