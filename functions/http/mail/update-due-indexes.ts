import { parseDueIndexes } from '#shared/contract/due-indexes.ts';
import { ContentionError } from '#shared/data/contention-error.ts';
import { startDeadline } from '#shared/data/deadline.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { logger, publishMetrics } from '#shared/runtime/log.ts';
import type { Services } from '#shared/runtime/pipeline/exchange.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';
import { updateSearchIndex } from '#shared/services/search/update-index.ts';

/** How long one invocation begins further steps. The last one ends before the sweep stops waiting. */
const WORK_MS = 20 * SECOND;

/** Brings the indexes up to date that an event of the sweep names; `undefined` for any other event. */
export function updateDueIndexes(event: unknown, services: Services): Promise<void> | undefined {
  const due = parseDueIndexes(event);
  return due === undefined ? undefined : updateEach(due.identityIds, services);
}

/** An index that fails keeps none of the others from its update. It is due again after the pause of the sweep. */
async function updateEach(identityIds: readonly string[], services: Services): Promise<void> {
  const isOver = startDeadline(WORK_MS);
  const context = { table: services.table(), keyring: () => services.keyring(), now: services.now };
  for (const identityId of identityIds) {
    if (isOver()) break;
    try {
      await updateSearchIndex(context, identityId, isOver);
    } catch (error) {
      const fields = { identity_id: identityId };
      if (error instanceof ContentionError) logger.warn('search index postponed', { ...fields, error });
      else reportFailure('search index not updated', error, fields);
    }
  }
  publishMetrics();
}
