import { afterAll, beforeAll, expect, test } from 'vitest';
import { REGION } from '#local/assembly/aws-identifiers.ts';
import { type StageWay, stageWays } from '#scripts/heartbeat/stage-ways.ts';
import { WORK_QUEUES } from '#shared/contract/jobs.ts';
import { NAMED_WAYS } from '#shared/contract/ways.ts';
import { anyRow } from '#shared/data/decode-row.ts';
import { collect, queryRows, type Table } from '#shared/data/table-client.ts';
import { firstIdAt } from '#shared/domain/ids/ids.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { createDocumentClient } from '#shared/runtime/document-client.ts';
import { DrillStage } from '#testing/alarm-drills/alarm-drill.ts';
import { ApiClient } from '#testing/api-client.ts';

let stage: DrillStage;
let table: Table;

beforeAll(async () => {
  stage = await DrillStage.start();
  const { assembly, dynamodbEndpoint: endpoint } = stage.stack;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const [{ name } = { name: '' }] = assembly.resources('AWS::DynamoDB::Table');
  table = { client: createDocumentClient({ endpoint, region: REGION, credentials }), name };
});

afterAll(() => stage?.stop());

/** Runs the sweep once, a minute after the last time. Returns the ways, and when they were read, in seconds. */
async function nextMinute(): Promise<{ at: number; ways: ReadonlyMap<string, StageWay> }> {
  await stage.nextMinute();
  const now = stage.stack.clock.now();
  const ways = await stageWays(table, now);
  return { at: now / SECOND, ways: new Map(ways.map((way) => [way.name, way])) };
}

/** Runs the sweep once per minute, and returns the ways after the last run. */
async function minutes(count: number): Promise<ReadonlyMap<string, StageWay>> {
  for (let minute = 1; minute < count; minute++) await stage.nextMinute();
  return (await nextMinute()).ways;
}

/** The rows of the organization of the heartbeat, by the prefixes of what its calls write. */
async function rowsOfHeartbeat(): Promise<Record<string, number>> {
  const id = firstIdAt('organization', 0);
  const prefixes = ['ORG#', 'APIKEYS#', 'TUNNEL#', 'WEBHOOK#', 'EVENT#', 'CLOCK#', 'OUTBOX#', 'USAGE#'];
  const counts = prefixes.map(async (prefix) => {
    const rows = await collect(queryRows(table, anyRow, { pk: `${prefix}${id}`, from: ' ', to: '~' }), 1000);
    return [prefix, rows.length] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

test('Every way of a healthy stage works within the minutes of its turn', async () => {
  const after = await minutes(8);
  const expected = Object.keys(NAMED_WAYS).filter((name) => name !== 'console');
  for (const name of [...expected, ...WORK_QUEUES, 'http-mcp', 'http-wait', 'worker-tunnel-ingress', 'worker-relay']) {
    expect(after.get(name), name).toMatchObject({ isLate: false });
  }
  expect(after.size).toBeGreaterThan(42);
});

test('A function that is broken ages alone, the minute after it is repaired it works, and no one had to call it', async () => {
  const ageIn = (ways: ReadonlyMap<string, StageWay>) => ways.get('http-contacts')?.seconds ?? 0;
  let { at, ways } = await nextMinute();
  const lastWorkedAt = at - ageIn(ways);
  const repair = await stage.replaceCode('http-contacts', "throw new Error('cannot be loaded');");
  for (let minute = 1; minute <= 4; minute++) {
    ({ at, ways } = await nextMinute());
    // Ages have whole seconds. The clock also runs while the stage settles.
    expect(Math.abs(ageIn(ways) - (at - lastWorkedAt))).toBeLessThan(2);
    expect(ageIn(ways)).toBeGreaterThanOrEqual(60 * minute - 1);
  }
  const late = [...ways.values()].filter(({ isLate }) => isLate);
  expect(late.map(({ name }) => name)).toEqual(['http-contacts']);
  await repair();
  expect((await minutes(1)).get('http-contacts')).toMatchObject({ isLate: false });
});

test('The heartbeat leaves a bounded number of rows, and its organization has no keys, events or usage', async () => {
  const before = await rowsOfHeartbeat();
  await minutes(11);
  expect(await rowsOfHeartbeat()).toEqual(before);
  expect(before).toMatchObject({ 'ORG#': 1, 'APIKEYS#': 0, 'EVENT#': 0, 'USAGE#': 0 });
  expect(before['TUNNEL#']).toBeGreaterThan(0);
});

test('A customer sees nothing of the heartbeat: not in its lists, not in its limits and not among agents', async () => {
  const open = new ApiClient(stage.stack.url);
  const made = await open.post<{ id: string; admin_api_key: string }>('/v1/organizations', {
    name: 'A',
    slug: 'heartbeat',
  });
  expect(made.status).toBe(201);
  const api = open.as(made.body.admin_api_key);
  expect((await api.get<{ tunnels: unknown[] }>('/v1/tunnels')).body.tunnels).toEqual([]);
  expect((await api.get<{ streams: unknown[] }>('/v1/events/streams')).body.streams).toEqual([]);
  const usage = await api.get<Record<string, unknown>>('/v1/usage');
  expect(usage.body).toMatchObject({ agent_count: 0, email_sent_today: 0, owner_verified: false });
});
