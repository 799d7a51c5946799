import { RELAYED_QUEUES, TOPIC_QUEUES, WORK_QUEUES, type WorkQueueName } from '#shared/contract/jobs.ts';
import { QUEUE_MINUTES } from '#shared/contract/ways.ts';
import { recordHeartbeat, sendHeartbeat } from '#shared/data/direct-writes/heartbeat.ts';
import { heartbeatKey, heartbeats, type WaysState } from '#shared/data/entities/log/heartbeat.ts';
import type { Table } from '#shared/data/table-client.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { publishHeartbeats } from './publish-heartbeats.ts';
import { isOverdue, type TriedWay } from './way.ts';

const EVERY = { everyMinutes: QUEUE_MINUTES };

/**
 * Sends the signals of the queues that are due: every two minutes, and in each minute while the worker of the queue has
 * not processed the last one. Returns all queues with the time since the last signal that was processed. A queue is
 * overdue if a run before this one has sent it another: a run that was left out has sent none.
 */
export async function goQueues(
  table: Table,
  known: Pick<WaysState, 'at'> | undefined,
  now: number,
): Promise<readonly TriedWay[]> {
  const sentAt = await lastSignals(table, now);
  const isDue = (queue: WorkQueueName) => isOverdue(now - sentAt(queue), EVERY);
  await Promise.all([
    sendHeartbeat(table, now, RELAYED_QUEUES.filter(isDue)),
    publishHeartbeats(now, TOPIC_QUEUES.filter(isDue)),
  ]);
  return WORK_QUEUES.map((name) => ({
    name,
    about: 'stage',
    seconds: Math.round((now - sentAt(name)) / SECOND),
    isOverdue: known !== undefined && isOverdue(known.at - sentAt(name), EVERY),
  }));
}

/** When the last signal was sent that the worker of a queue has processed. The time of a new queue begins now. */
async function lastSignals(table: Table, now: number): Promise<(queue: WorkQueueName) => number> {
  const known = new Map<string, number>();
  for await (const { sk, sentAt } of heartbeats(table)) known.set(sk, sentAt);
  const isNew = (queue: WorkQueueName) => !known.has(heartbeatKey(queue).sk);
  await Promise.all(WORK_QUEUES.filter(isNew).map((queue) => recordHeartbeat(table, queue, now)));
  return (queue) => known.get(heartbeatKey(queue).sk) ?? now;
}
