import { DAY } from '../time/time.ts';

/** A draft can be used for so long after it was created, and a scheduled one until its time. */
const DRAFT_MS = 30 * DAY;

/**
 * How long the row of a draft is kept: longer than the draft can be used, so that one which is due on its last day is
 * sent even if the stage was down at its time.
 */
export const DRAFT_ROW_MS = 40 * DAY;

/** The states of a draft. See: docs/contract/mail.md#drafts. */
export const DRAFT_STATUSES = ['draft', 'scheduled', 'sent', 'canceled'] as const;
export type DraftStatus = (typeof DRAFT_STATUSES)[number];

/** Whether a draft has expired. A scheduled one has not, however late it is. */
export function isDraftExpired(draft: { status: DraftStatus; createdAt: number }, now: number): boolean {
  return draft.status !== 'scheduled' && now >= draft.createdAt + DRAFT_MS;
}

/** What is wrong with the time at which a draft is to be sent, as a text for people; `undefined` if nothing is. */
export function sendTimeProblem(sendAt: number, { createdAt, now }: { createdAt: number; now: number }) {
  if (sendAt <= now) return 'a time in the future';
  return sendAt > createdAt + DRAFT_MS ? 'at most 30 days after the draft was created' : undefined;
}
