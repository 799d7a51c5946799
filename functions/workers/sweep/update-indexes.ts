import { type DueIndexesEvent, MAX_INDEXES_AT_ONCE } from '#shared/contract/due-indexes.ts';
import { dueIndexes, identityOfDueIndex, postponeIndexDue } from '#shared/data/entities/mail/search-index.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { passOnDue } from './pass-on-due.ts';

/** Indexes in one run. The next run is a minute away. */
const MAX_PER_RUN = 250;

/** The pause after an index was passed on. If it is not up to date then, it is due again. */
const POSTPONED_MS = 5 * MINUTE;

/**
 * Has the function of mail bring search indexes up to date. One that is passed on twice is written once, because each
 * write is conditional on the version that it replaces.
 *
 * See: docs/decisions/0097-a-search-index.md.
 */
export async function updateIndexes(now: number): Promise<void> {
  await passOnDue(await Array.fromAsync(dueIndexes(getTable(), now, MAX_PER_RUN)), {
    batchSize: MAX_INDEXES_AT_ONCE,
    postpone: (row) => postponeIndexDue(row, row.due_at, now + POSTPONED_MS),
    event: (rows): DueIndexesEvent => ({ kind: 'due-indexes', identityIds: rows.map(identityOfDueIndex) }),
    what: 'due indexes',
  });
}
