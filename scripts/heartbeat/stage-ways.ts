import { WORK_QUEUES } from '#shared/contract/jobs.ts';
import { maxAgeOfWay, runbookOfWay } from '#shared/contract/ways.ts';
import { findWays, heartbeatKey, heartbeats } from '#shared/data/entities/log/heartbeat.ts';
import type { Table } from '#shared/data/table-client.ts';
import { SECOND } from '#shared/domain/time/time.ts';

/** A way through a stage, as its table describes it. */
export interface StageWay {
  readonly name: string;
  /** Seconds since it worked last. */
  readonly seconds: number;
  readonly isLate: boolean;
  /** The section of the runbook about it. */
  readonly runbook: string;
}

/** The ways through a stage, the oldest heartbeat first; none if no sweep has recorded any. */
export async function stageWays(table: Table, now: number): Promise<readonly StageWay[]> {
  const [queues, state] = await Promise.all([Array.fromAsync(heartbeats(table)), findWays(table)]);
  const ages = [
    ...WORK_QUEUES.flatMap((name) => {
      const found = queues.find(({ sk }) => sk === heartbeatKey(name).sk);
      return found === undefined ? [] : [{ name, seconds: (now - found.sentAt) / SECOND }];
    }),
    ...Object.entries(state?.ages ?? {}).map(([name, seconds]) => ({
      name,
      seconds: seconds + (now - (state?.at ?? now)) / SECOND,
    })),
  ];
  return ages
    .map(({ name, seconds }) => ({
      name,
      seconds: Math.max(0, Math.round(seconds)),
      isLate: seconds > maxAgeOfWay(name),
      runbook: `docs/runbook.md#${runbookOfWay(name)}`,
    }))
    .sort((a, b) => b.seconds - a.seconds);
}
