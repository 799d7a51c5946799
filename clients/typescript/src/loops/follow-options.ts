import type { Event, EventType, FullMessage } from '../generated/types.ts';
import type { OfIdentity } from '../options.ts';
import type { Cursor } from './cursor.ts';

/** Which events to follow, and from where. */
export interface FollowOptions extends OfIdentity {
  /** The types of events; all when absent. */
  readonly types?: readonly EventType[];
  /** The `created_at` of the last event that is already known. By default the newest event of the log. */
  readonly since?: string | Date;
  /** Where the place in the log is kept. What it has counts more than `since`. */
  readonly cursor?: Cursor;
  /** Ends the loop. */
  readonly signal?: AbortSignal | undefined;
  /** `message`: mail events get `message`, the whole message with its texts. */
  readonly expand?: 'message';
  /** Gets whether events arrive: true once a stream is ready or the history could be read, false when that ends. */
  readonly onConnection?: (isConnected: boolean) => void;
}

/** An event of `follow`. */
export type FollowedEvent = Event & {
  /** With `expand: 'message'`: the message of a mail event; null if it cannot be read any more. */
  message?: FullMessage | null;
};

/** How far a follower has read: what happened until then was returned, or is none of its types. */
export interface Place {
  reached: string;
}
