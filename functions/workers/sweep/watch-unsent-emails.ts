import { firstDueAt } from '#shared/data/due-index.ts';
import { oldestUnsentEmail } from '#shared/data/entities/mail/unsent-email.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { measureSeconds } from '#shared/runtime/log.ts';

/**
 * Measures how long the oldest email waits that the stage's SES has not accepted so far. Emails that go through
 * accounts of organizations do not count, because their owners could make the alarm fire.
 *
 * See: docs/runbook.md#oldest-unsent-email.
 */
export async function watchUnsentEmails(now: number): Promise<void> {
  const oldest = await oldestUnsentEmail(getTable(), now);
  const age = oldest === undefined ? 0 : now - firstDueAt(oldest.due_at);
  measureSeconds('OldestUnsentEmailSeconds', Math.round(age / SECOND));
}
