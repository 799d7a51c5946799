import { SECOND } from '#shared/domain/time/time.ts';

/**
 * What one trace reads at most. No index leads from a thing to what followed from it, so the log is read from the time
 * of the thing on; in a log that is longer than that, only around the times that the rows of the thing name.
 *
 * See: docs/contract/trace.md#bounds; docs/decisions/0093-traces.md.
 */
export const TRACE_BOUNDS = {
  /** Rows of the log, from the thing on, and as many of the newest ones for the id of a request. */
  logRows: 1_000,
  /** Times after these rows around which the log is read, and the rows of each. */
  times: 20,
  rowsAround: 50,
  /** Events in a trace. */
  events: 100,
  /** Events and steps of a task that deliveries are looked for. */
  deliverySources: 25,
  /** Deliveries in a trace, and those that the responses of receivers are read for. */
  deliveries: 100,
  responses: 25,
  /** The newest steps of a task, and the newest messages of a thread that a reply is looked for in. */
  taskSteps: 100,
  threadMessages: 50,
  /** Agents with mailboxes in which a message is looked for that no event and no approval names. */
  agents: 1_000,
  /** Things that one request has changed. */
  subjects: 3,
} as const;

/** An event has the time of its commit, which may be before or after the time that the row of a thing names. */
export const BEFORE_MS = 2 * SECOND;
export const AFTER_MS = 60 * SECOND;
