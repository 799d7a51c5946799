import { expect, test } from 'vitest';
import { stageWays } from '#scripts/heartbeat/stage-ways.ts';
import { WORK_QUEUES } from '#shared/contract/jobs.ts';
import { recordHeartbeat, recordWays } from '#shared/data/direct-writes/heartbeat.ts';
import { useEngine } from '../support/engine.ts';
import { ops, stageWith } from '../support/ops-harness.ts';

const engine = useEngine();
const NONE = { notified: [], notifiedAt: 0 };

test('Operators see how long ago each way worked, those through queues too, the oldest heartbeat first', async () => {
  const now = Date.now() + 100 * 24 * 3_600_000;
  for (const queue of WORK_QUEUES) await recordHeartbeat(engine.table, queue, now - 60_000);
  await recordWays(engine.table, { at: now - 10_000, ages: { mcp: 50, 'http-mcp': 200, tunnel: 250 }, ...NONE });
  const ways = await stageWays(engine.table, now);
  expect(ways.slice(0, 2)).toEqual([
    { name: 'tunnel', seconds: 260, isLate: false, runbook: 'docs/runbook.md#way-a-tunnel' },
    { name: 'http-mcp', seconds: 210, isLate: true, runbook: 'docs/runbook.md#way-a-function' },
  ]);
  expect(ways.map(({ name }) => name).sort()).toEqual([...WORK_QUEUES, 'mcp', 'http-mcp', 'tunnel'].sort());
  expect(ways.filter(({ isLate }) => isLate).map(({ name }) => name)).toEqual(['http-mcp']);
});

test('The command lists the ways of the stage, and says where to look for each that is late', async () => {
  const now = Date.now();
  // Older records of this file's queues are from the future.
  await recordWays(engine.table, { at: now, ages: { address: 20, 'mail-domain': 4000 }, ...NONE });
  const { code, out } = await ops(stageWith({ table: async () => engine.table }), 'ways');
  expect(code).toBe(0);
  expect(out).toMatch(/^mail-domain +4\d{3} +late +docs\/runbook\.md#way-the-mail-domain$/m);
  expect(out).toMatch(/^address +2\d +works/m);
  expect(out).toMatch(/^1 of \d+ ways do not work$/m);
});
