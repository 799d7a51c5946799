import type { Event, EventType, FullMessage } from '../generated/types.ts';
import type { OfIdentity } from '../options.ts';
import type { Cursor } from './cursor.ts';

/** Which events to follow, and from which position. */
export interface FollowOptions extends OfIdentity {
  /** The event types; all by default. */
  readonly types?: readonly EventType[];
  /** The `created_at` of the last event that is already known. By default, that of the newest event in the log. */
  readonly since?: string | Date;
  /** Where the position in the log is saved. A saved position overrides `since`. */
  readonly cursor?: Cursor;
  /** Aborts the loop. */
  readonly signal?: AbortSignal | undefined;
  /** `message`: mail events get a field `message` with the whole message and its texts. */
  readonly expand?: 'message';
  /** Called with true once a stream is ready or the history could be read, and with false when events stop arriving. */
  readonly onConnection?: (isConnected: boolean) => void;
}

/** An event of `follow`. */
export type FollowedEvent = Event & {
  /** With `expand: 'message'`: the message of a mail event; null if it no longer exists. */
  message?: FullMessage | null;
};

/** How far a follower has read: every earlier event was returned, or is of another type. */
export interface Place {
  reached: string;
}
