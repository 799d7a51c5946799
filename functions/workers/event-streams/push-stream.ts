import { randomUUID } from 'node:crypto';
import type { StreamJob } from '#shared/contract/jobs.ts';
import { removeConnection } from '#shared/data/direct-writes/remove-connection.ts';
import {
  acquireStreamLease,
  releaseStreamLease,
  wakeHolder,
  yieldStreamLease,
} from '#shared/data/direct-writes/stream-lease.ts';
import { findConnection, type StreamConnection } from '#shared/data/entities/connection/connection.ts';
import { isLeaseHeld, PUSH_BUDGET_MS } from '#shared/domain/delivery/stream.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { getContentTable } from '#shared/runtime/content-store.ts';
import { enqueue } from '#shared/runtime/queue.ts';
import { closeConnection } from '#shared/services/connections/close-connection.ts';
import { sendNews } from './send-news.ts';

/** How often a job tries to get a lease that is released just when it sets `wake`. */
const MAX_TRIES = 5;

/** Sends a stream everything that is new, or leaves that to the worker that holds its lease. */
export async function pushStream({ organizationId, connectionId }: StreamJob): Promise<void> {
  const table = getContentTable();
  const id = randomUUID();
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const now = Date.now();
    // Of a busy stream, most jobs end here: the holder reads the log again after it has seen `wake`.
    const seen = await findConnection(table, connectionId);
    if (seen === undefined) return;
    if (isLeaseHeld(seen, now)) {
      if (seen.wake || (await wakeHolder(table, connectionId, now))) return;
      continue;
    }
    const acquired = await acquireStreamLease(table, connectionId, { id, now });
    if (acquired === 'gone') return;
    if (acquired !== 'busy') return pushAsHolder(acquired, id);
  }
  await enqueueAgain({ organizationId, connectionId }, 1);
}

/** Sends until there is nothing more, within the time of one run, and releases the lease. */
async function pushAsHolder(acquired: StreamConnection, leaseId: string): Promise<void> {
  const table = getContentTable();
  const { connectionId } = acquired;
  const deadline = Date.now() + PUSH_BUDGET_MS;
  let connection = acquired;
  for (;;) {
    const { next, ...progress } = await sendNews(table, connection, deadline);
    if (next.kind === 'close') return closeConnection(table, connectionId, next.reason);
    if (next.kind === 'gone') {
      await removeConnection(table, connectionId);
      return;
    }
    const lease = { id: leaseId, now: Date.now() };
    if (next.kind === 'again' || lease.now >= deadline) {
      const afterSeconds = next.kind === 'again' ? next.afterSeconds : 0;
      const until = progress.failures > 0 ? lease.now + afterSeconds * SECOND - 1 : 0;
      await yieldStreamLease(table, connectionId, lease, progress, until);
      // Also if the lease seems lost: that may only be the repetition of a call with a lost response.
      await enqueueAgain(connection, afterSeconds);
      return;
    }
    const released = await releaseStreamLease(table, connectionId, lease, progress);
    if (typeof released === 'string') return;
    connection = released;
  }
}

function enqueueAgain({ organizationId, connectionId }: StreamJob, delaySeconds: number): Promise<void> {
  return enqueue('event-streams', { organizationId, connectionId }, { group: connectionId, delaySeconds });
}
