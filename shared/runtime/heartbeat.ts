import { heartbeatSchema, type WorkQueueName } from '#shared/contract/jobs.ts';
import { recordHeartbeat } from '#shared/data/direct-writes/heartbeat.ts';
import { getTable } from './clients.ts';
import { reportFailure } from './report-failure.ts';

/**
 * Records the signal of the heartbeat, if a message is one; returns whether it is. A signal that cannot be recorded is
 * counted as a failure and not retried: the next one comes within a minute.
 */
export async function processHeartbeat(queue: WorkQueueName, body: unknown): Promise<boolean> {
  const { data } = heartbeatSchema.safeParse(body);
  if (data === undefined) return false;
  try {
    await recordHeartbeat(getTable(), queue, data.sentAt);
  } catch (error) {
    reportFailure('heartbeat failed', error, { queue });
  }
  return true;
}
