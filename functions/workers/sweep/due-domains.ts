import { dueDomains, parseDueDomain, updateDomainDueTime } from '#shared/data/entities/mail/domain.ts';
import { commit, StaleReadError } from '#shared/data/unit-of-work.ts';
import { mapSettledWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { enqueue } from '#shared/runtime/queue.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';

/** Claims in one run. The next run is a minute away, and SES accepts about one call per second. */
const MAX_PER_RUN = 200;

/** The pause after a check was enqueued. If the check never runs, the claim is due again after it. */
const POSTPONED_MS = 10 * MINUTE;

/** Enqueues a check of every mail domain that is due. A check that is enqueued twice does no harm. */
export async function enqueueDueDomains(now: number): Promise<void> {
  const due = await Array.fromAsync(dueDomains(getTable(), now, MAX_PER_RUN));
  const outcomes = await mapSettledWithLimit(due, 20, async (row) => {
    const { organizationId, domainId } = parseDueDomain(row);
    const postpone = updateDomainDueTime(row, row.due_at, now + POSTPONED_MS);
    try {
      await commit(getTable(), { build: (tx) => tx.put(postpone) }, { now: Date.now });
    } catch (error) {
      // Another run has checked or deleted the domain since this run read the index.
      if (error instanceof StaleReadError) return;
      throw error;
    }
    await enqueue('domain-checks', { kind: 'check', organizationId, domainId }, { group: organizationId });
  });
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failed.length > 0) {
    reportFailure('domain checks not enqueued', failed[0]?.reason, { count: failed.length });
  }
}
