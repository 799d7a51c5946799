import { dueDomains, postponeDomain, refOfDue } from '../../../shared/data/entities/domain.ts';
import { commit, Stale } from '../../../shared/data/unit-of-work.ts';
import { MINUTE } from '../../../shared/domain/time.ts';
import { theTable } from '../../../shared/runtime/clients.ts';
import { concurrently } from '../../../shared/runtime/concurrently.ts';
import { readEnv } from '../../../shared/runtime/env.ts';
import { logger } from '../../../shared/runtime/log.ts';
import { sendMessages } from '../../../shared/runtime/queue.ts';

/** Claims taken in one run; the next run is a minute away, and SES takes about one call a second. */
const MOST_A_RUN = 200;

/** A claim whose look was enqueued is left alone for so long: should the look never happen, it is due again. */
const POSTPONED_MS = 10 * MINUTE;

/** Enqueues the look at every mail domain whose time has come. A look that is enqueued twice does no harm. */
export async function enqueueDueDomains(now: number): Promise<void> {
  const { DOMAIN_QUEUE_URL } = readEnv('DOMAIN_QUEUE_URL');
  const due = await Array.fromAsync(dueDomains(theTable(), now, MOST_A_RUN));
  const outcomes = await concurrently(due, 20, async (row) => {
    const { organizationId, domainId } = refOfDue(row);
    const postpone = postponeDomain(row, row.due_at, now + POSTPONED_MS);
    try {
      await commit(theTable(), { clocks: [], stage: (staging) => staging.put(postpone) }, { now: Date.now });
    } catch (error) {
      // Looked at or taken away since the index was read.
      if (error instanceof Stale) return;
      throw error;
    }
    await sendMessages(DOMAIN_QUEUE_URL, [
      { body: { kind: 'check', organizationId, domainId }, group: organizationId },
    ]);
  });
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failed.length > 0) {
    logger.error('looks at domains not enqueued', { count: failed.length, error: failed[0]?.reason as Error });
  }
}
