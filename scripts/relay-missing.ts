import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Row } from '#shared/data/table-client.ts';
import { DAY, MINUTE } from '#shared/domain/time/time.ts';
import { failUsage, orFail, readCommandLine } from '#testing/command-line.ts';
import { type Finding, UnrelayedFinder } from './relay/find-unrelayed.ts';
import { relayAgain } from './relay/relay-again.ts';
import { deliveryRetentionDays, openRelay } from './relay/relay-function.ts';
import { scanCommitted } from './relay/scan-committed.ts';
import { stageNameIn } from './stage/stage-name.ts';

const USAGE = `npm run relay:missing -- --since <time> [options]

Finds what was committed and never relayed in the stage AID_STAGE, and prints it. It reads the whole table.

  --since <time>          from this commit time on, for example 2026-11-20T00:00:00Z
  --until <time>          up to this commit time; default: a quarter of an hour ago, because later rows may be queued
  --organization <id>     only rows of this organization
  --changed-endpoints     also deliveries to endpoints that were changed after their event
  --execute               relays what it finds; without this option nothing is changed`;

/** See: docs/runbook.md#what-was-never-relayed. */
const UNTIL_MS = 15 * MINUTE;

const { values } = readCommandLine({
  name: 'relay:missing',
  usage: USAGE,
  options: {
    since: { type: 'string' },
    until: { type: 'string' },
    organization: { type: 'string' },
    'changed-endpoints': { type: 'boolean', default: false },
    execute: { type: 'boolean', default: false },
  },
});

function timeOf(option: 'since' | 'until', fallback?: number): number {
  const text = values[option];
  const time = text === undefined ? fallback : Date.parse(text);
  if (time !== undefined && !Number.isNaN(time)) return time;
  return failUsage('relay:missing', `--${option}: expected a time, for example 2026-11-20T00:00:00Z`);
}

const now = Date.now();
const range = {
  since: timeOf('since'),
  until: timeOf('until', now - UNTIL_MS),
  organizationId: values.organization,
};
const stage = orFail('relay:missing', () => stageNameIn(process.env));
const { tableName, invoke } = await openRelay(`aid-${stage}-worker-relay`);
const keptSince = now - (await deliveryRetentionDays(`aid-${stage}-worker-delivery`)) * DAY;
if (range.since < keptSince) {
  console.error(`--since: deliveries are kept since ${new Date(keptSince).toISOString()}; before, none says anything`);
  process.exit(2);
}
const table = { client: DynamoDBDocumentClient.from(new DynamoDBClient()), name: tableName };
const finder = new UnrelayedFinder(table, { now, changedEndpoints: values['changed-endpoints'] });

const found: Row[] = [];
const counts = new Map<Finding, number>();
let checked = 0;
for await (const row of scanCommitted(table, range)) {
  checked += 1;
  const finding = await finder.check(row);
  if (finding === undefined) continue;
  found.push(row);
  counts.set(finding, (counts.get(finding) ?? 0) + 1);
  console.log(
    `${new Date(Number(row.createdAt)).toISOString()} ${row.pk} ${row.sk} ${row.kind ?? row.type}: ${finding}`,
  );
}
const summary = [...counts].map(([finding, count]) => `${count} × ${finding}`).join(', ');
console.log(`${checked} rows of ${tableName} checked, ${found.length} never relayed${summary && `: ${summary}`}`);

if (values.execute && found.length > 0) {
  const failed = await relayAgain(found, invoke);
  console.log(`${found.length - failed.length} relayed, ${failed.length} failed`);
  for (const { pk, sk } of failed) console.log(`failed: ${pk} ${sk}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} else if (found.length > 0) {
  console.log('nothing was changed; --execute relays them');
}
