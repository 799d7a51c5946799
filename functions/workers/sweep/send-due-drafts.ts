import { type DueDraftsEvent, MAX_DRAFTS_AT_ONCE } from '#shared/contract/due-drafts.ts';
import { dueDrafts, parseDueDraft, updateDraftDueTime } from '#shared/data/entities/mail/mail-draft.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { passOnDue } from './pass-on-due.ts';

/** Drafts in one run. The next run is a minute away. */
const MAX_PER_RUN = 500;

/** The pause after a draft was passed on. If it is not sent, it is due again after it. */
const POSTPONED_MS = 5 * MINUTE;

/**
 * Has the function of mail send the drafts that are due. A draft that is passed on twice is sent once.
 *
 * See: docs/contract/mail.md#sending-later.
 */
export async function sendDueDrafts(now: number): Promise<void> {
  await passOnDue(await Array.fromAsync(dueDrafts(getTable(), now, MAX_PER_RUN)), {
    batchSize: MAX_DRAFTS_AT_ONCE,
    postpone: (row) => updateDraftDueTime(row, row.due_at, now + POSTPONED_MS),
    event: (rows): DueDraftsEvent => ({ kind: 'due-drafts', drafts: rows.map(parseDueDraft) }),
    what: 'due drafts',
  });
}
