import { ACCOUNT_SERVICE, MAX_HEARTBEAT_AGE_SECONDS, WAY_SERVICE } from '#shared/contract/metrics.ts';
import { recordWays } from '#shared/data/direct-writes/heartbeat.ts';
import { findWays } from '#shared/data/entities/log/heartbeat.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { logger, measureSeconds, publishSeconds } from '#shared/runtime/log.ts';
import { accountWays } from './ways/account-ways.ts';
import { functionWays } from './ways/function-ways.ts';
import { type LateWay, notifyLate } from './ways/notify-late.ts';
import { publicWays } from './ways/public-ways.ts';
import { goQueues } from './ways/queue-ways.ts';
import { tryWays } from './ways/try-ways.ts';
import type { Way } from './ways/way.ts';

/**
 * Measures how long ago each way through the stage worked last, and publishes the longest time. The workers of the
 * queues record that they have processed a signal, of which this sends the next one; the other ways it goes itself.
 *
 * See: docs/decisions/0038-alarms.md; docs/decisions/0075-a-heartbeat-from-outside.md; docs/runbook.md#heartbeat.
 */
export async function watchHeartbeats(now: number): Promise<void> {
  const table = getTable();
  const known = await findWays(table);
  const queues = await goQueues(table, known, now);
  const tried = await tryWays(waysOfStage(), known, now);
  const overdue = [...queues, ...tried].filter(({ isOverdue }) => isOverdue);
  const longest = (about: Way['about']) =>
    Math.max(0, ...overdue.filter((way) => way.about === about).map(({ seconds }) => seconds));
  measureSeconds('OldestHeartbeatSeconds', longest('stage'));
  const late = overdue.map(({ name, seconds }) => ({ way: name, seconds })).filter(isLate);
  reportLate(late, longest('account'));
  const notified = await notifyLate(late, known ?? { notified: [], notifiedAt: 0 }, now);
  const ages = Object.fromEntries(tried.map(({ name, seconds }) => [name, seconds]));
  await recordWays(table, { at: now, ages, ...notified });
}

const isLate = ({ seconds }: LateWay) => seconds > MAX_HEARTBEAT_AGE_SECONDS;

/** The ways that this stage has. Those that load its functions each minute are an option of a stage on one machine. */
function waysOfStage(): readonly Way[] {
  const all = readEnv('HEARTBEAT_WAYS').HEARTBEAT_WAYS === 'true';
  return [...accountWays(), ...(all ? [...functionWays(), ...publicWays()] : [])];
}

/** A metric for each way would be charged all month; one that has values only while the way is late costs nothing. */
function reportLate(late: readonly LateWay[], account: number): void {
  if (late.length === 0) return;
  logger.error('heartbeats late', { ways: late });
  const { STAGE } = readEnv('STAGE');
  for (const { way, seconds } of late)
    publishSeconds(`aid-${STAGE}-${WAY_SERVICE}-${way}`, 'OldestHeartbeatSeconds', seconds);
  if (account > MAX_HEARTBEAT_AGE_SECONDS)
    publishSeconds(`aid-${STAGE}-${ACCOUNT_SERVICE}`, 'OldestHeartbeatSeconds', account);
}
