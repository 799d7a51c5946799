import { WORK_QUEUES } from '#shared/contract/jobs.ts';
import { MAX_HEARTBEAT_AGE_SECONDS } from '#shared/contract/metrics.ts';
import { recordHeartbeat, sendHeartbeat } from '#shared/data/direct-writes/heartbeat.ts';
import { heartbeatKey, heartbeats } from '#shared/data/entities/log/heartbeat.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { logger, measureSeconds } from '#shared/runtime/log.ts';

/**
 * Measures how old the last signal is that the worker of each queue has processed, publishes the oldest, and sends the
 * signal of this minute. A queue without a record is new: its time begins now.
 *
 * See: docs/decisions/0038-alarms.md; docs/runbook.md#oldest-heartbeat.
 */
export async function watchHeartbeats(now: number): Promise<void> {
  const table = getTable();
  const known = new Map<string, number>();
  for await (const { sk, sentAt } of heartbeats(table)) known.set(sk, sentAt);
  const sentAtOf = (queue: string) => known.get(heartbeatKey(queue).sk);
  const ages = WORK_QUEUES.map((queue) => ({ queue, seconds: Math.round((now - (sentAtOf(queue) ?? now)) / SECOND) }));
  measureSeconds('OldestHeartbeatSeconds', Math.max(...ages.map(({ seconds }) => seconds)));
  const late = ages.filter(({ seconds }) => seconds > MAX_HEARTBEAT_AGE_SECONDS);
  if (late.length > 0) logger.error('heartbeats late', { queues: late });
  await Promise.all([
    ...ages.filter(({ queue }) => sentAtOf(queue) === undefined).map(({ queue }) => recordHeartbeat(table, queue, now)),
    sendHeartbeat(table, now),
  ]);
}
