import { DAY, HOUR, SECOND } from '../time/time.ts';
import type { AttemptOutcome } from './delivery.ts';

/** The failures of an endpoint since its last success, in epoch milliseconds. */
export interface FailingPeriod {
  /** The first failure. */
  readonly failingSince: number;
  /** The last failure, or one up to an hour before it: a failure is recorded at most once per hour. */
  readonly lastFailedAt: number;
}

/** Why the service disabled an endpoint. See: docs/contract/webhooks.md#disabled-endpoints. */
export type DisabledByService = 'gone' | 'failing';

/**
 * Emails per UTC day to one address about endpoints that the service has disabled. The keys of an organization can
 * disable and enable its endpoints without end, so the emails need a limit. The record of an endpoint has the reason
 * whether or not there was an email.
 */
export const MAX_NOTICE_EMAILS_PER_DAY = 10;

/**
 * What follows for an endpoint from an attempt. `begin` and `continue` record a failure, `end` forgets the period.
 *
 * | known period | attempt | what follows |
 * |---|---|---|
 * | any | 410 | disable |
 * | none | succeeds | nothing |
 * | any | succeeds | end |
 * | none, or its last failure is longer ago than the maximum | fails | begin |
 * | younger than the maximum | fails | continue, once per hour |
 * | as long as the maximum | fails | disable |
 */
export type EndpointChange = 'none' | 'begin' | 'continue' | 'end' | DisabledByService;

/** How often the last failure of a period is recorded. */
const RECORDED_EVERY_MS = HOUR;

/**
 * The time from reading an endpoint to the end of the attempt that uses it, at most: the worker is ended after 30 s. An
 * attempt with an older view of the endpoint may succeed without ending the period that began meanwhile. It ends within
 * this time of its beginning, so a period counts from then on.
 */
const MAX_VIEW_AGE_MS = 30 * SECOND;

/** Decides what follows for an endpoint from an attempt that ended at `now`. `maxDays`: how long it may fail. */
export function endpointChange(
  known: FailingPeriod | undefined,
  outcome: AttemptOutcome,
  maxDays: number,
  now: number,
): EndpointChange {
  if (outcome.ok) return known === undefined ? 'none' : 'end';
  if (outcome.responseStatus === 410) return 'gone';
  const maxMs = maxDays * DAY;
  if (known === undefined || now - known.lastFailedAt > maxMs) return 'begin';
  if (now - known.failingSince >= maxMs + MAX_VIEW_AGE_MS) return 'failing';
  return now - known.lastFailedAt >= RECORDED_EVERY_MS ? 'continue' : 'none';
}
