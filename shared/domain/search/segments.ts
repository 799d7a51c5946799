import { DAY, MINUTE } from '../time/time.ts';

/** What is known of a segment without reading it. Segments of an index follow each other in time. */
interface SegmentSize {
  readonly count: number;
  /** The bytes of its database. */
  readonly bytes: number;
}

/** As many emails as one run usually adds. */
const FIRST_LEVEL = 16;
/** This number of segments of a level becomes one of the next. */
const FAN_OUT = 8;
/** A segment is opened as a whole, so it has a largest size: some 40,000 ordinary emails. */
export const MAX_SEGMENT_BYTES = 24 * 1024 * 1024;

/** How long text that is not stored any more may remain in a segment, and how often an index is looked at for it. */
export const TEXT_DELAY_MS = 7 * DAY;
/**
 * How long a segment is used before it is written again. The bucket deletes its object after `SEGMENT_DAYS`, so that an
 * object that a run has left behind does not stay. See: shared/domain/stage/large-content.ts.
 */
export const SEGMENT_LIFETIME_MS = 180 * DAY;

/**
 * Of this number of messages, one has its index brought up to date. It is decided by the message's id, so that no count
 * has to be written with each message.
 */
export const MESSAGES_PER_RUN = 16;

/**
 * How long a message may take from its id until it can be read: longer than any request or job runs. Messages are added
 * to segments in the order of their ids, so none may come later between those that are in one.
 */
export const SETTLED_MS = 2 * MINUTE;

/**
 * The position of the first of the last segments that are written again as one; their number if none is. Eight segments
 * of a level become one of the next, so each email is written again once for each level, and a level has fewer than
 * eight segments at the end. A large one is not written again for that.
 */
export function mergeStart(segments: readonly SegmentSize[]): number {
  let start = segments.length;
  const levels = segments.map(levelOf);
  const top = Math.max(0, ...levels.filter(Number.isFinite));
  for (let level = 0; level <= top; level++) {
    const first = levels.findLastIndex((other) => other > level) + 1;
    // What becomes one of a lower level is one more of this one.
    const merged = start < segments.length ? 1 : 0;
    const sameLevel = levels.slice(first, start).filter((other) => other === level).length;
    if (sameLevel + merged >= FAN_OUT) start = Math.min(start, first);
  }
  return withinSize(segments, start);
}

/** By the number of emails; infinite for one that is too large to become part of another. */
function levelOf({ count, bytes }: SegmentSize): number {
  if (bytes >= MAX_SEGMENT_BYTES / 2) return Number.POSITIVE_INFINITY;
  return Math.max(0, Math.floor(Math.log(count / FIRST_LEVEL) / Math.log(FAN_OUT) + 1e-9));
}

/** Leaves out the oldest of the segments until the others fit into one. What is left is a large one then. */
function withinSize(segments: readonly SegmentSize[], start: number): number {
  let bytes = segments.slice(start).reduce((sum, segment) => sum + segment.bytes, 0);
  let first = start;
  for (; first < segments.length && bytes > MAX_SEGMENT_BYTES; first++) bytes -= segments[first]?.bytes ?? 0;
  return segments.length - first < 2 ? segments.length : first;
}
