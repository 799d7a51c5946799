import { dueDomains, parseDueDomain, updateDomainDueTime } from '../../../shared/data/entities/domain.ts';
import { commit, StaleReadError } from '../../../shared/data/unit-of-work.ts';
import { MINUTE } from '../../../shared/domain/time.ts';
import { getTable } from '../../../shared/runtime/clients.ts';
import { readEnv } from '../../../shared/runtime/env.ts';
import { logger } from '../../../shared/runtime/log.ts';
import { mapSettledWithLimit } from '../../../shared/runtime/map-with-limit.ts';
import { sendMessages } from '../../../shared/runtime/queue.ts';

/** Claims taken in one run; the next run is a minute away, and SES takes about one call a second. */
const MAX_PER_RUN = 200;

/** A claim whose look was enqueued is left alone for so long: should the look never happen, it is due again. */
const POSTPONED_MS = 10 * MINUTE;

/** Enqueues the look at every mail domain whose time has come. A look that is enqueued twice does no harm. */
export async function enqueueDueDomains(now: number): Promise<void> {
  const { DOMAIN_QUEUE_URL } = readEnv('DOMAIN_QUEUE_URL');
  const due = await Array.fromAsync(dueDomains(getTable(), now, MAX_PER_RUN));
  const outcomes = await mapSettledWithLimit(due, 20, async (row) => {
    const { organizationId, domainId } = parseDueDomain(row);
    const postpone = updateDomainDueTime(row, row.due_at, now + POSTPONED_MS);
    try {
      await commit(getTable(), { clockOwners: [], stage: (tx) => tx.put(postpone) }, { now: Date.now });
    } catch (error) {
      // Looked at or taken away since the index was read.
      if (error instanceof StaleReadError) return;
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
