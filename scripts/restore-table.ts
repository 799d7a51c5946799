import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { failUsage, orFail, readCommandLine } from '#testing/command-line.ts';
import { openRelay } from './relay/relay-function.ts';
import { type RestorePoint, restoreTable } from './restore/restore-table.ts';
import { stageNameIn } from './stage/stage-name.ts';

const USAGE = `npm run restore-table -- --to <time> | --latest | --backup <arn> | --existing [--name <table>]

Restores the table of the stage AID_STAGE under a new name, and prints the setting by which the stage uses it. The table
in use stays as it is.

  --to <time>       as it was at this time, in the last 35 days, for example 2026-11-22T07:00:00Z
  --latest          as it was about five minutes ago
  --backup <arn>    from a backup of DynamoDB
  --existing        AWS Backup has restored the table --name already: only the settings are made
  --name <table>    name of the new table; the same name continues an interrupted restore`;

/** See: docs/runbook.md#restoring-the-table. */
const { values } = readCommandLine({
  name: 'restore-table',
  usage: USAGE,
  options: {
    to: { type: 'string' },
    latest: { type: 'boolean', default: false },
    backup: { type: 'string' },
    existing: { type: 'boolean', default: false },
    name: { type: 'string' },
  },
});

function pointOf(): RestorePoint | undefined {
  const { to, latest, backup, existing, name } = values;
  const points = [to, latest || undefined, backup, existing || undefined];
  if (points.filter((one) => one !== undefined).length !== 1) return undefined;
  if (existing) return name === undefined ? undefined : { existing };
  if (backup !== undefined) return { backupArn: backup };
  if (to === undefined) return { latest: true };
  const time = new Date(to);
  return Number.isNaN(time.getTime()) ? undefined : { time };
}

const point = pointOf();
if (point === undefined)
  failUsage('restore-table', 'expected one of --to with a time, --latest, --backup, and --existing with --name');
const stage = orFail('restore-table', () => stageNameIn(process.env));
const { tableName: source } = await openRelay(`aid-${stage}-worker-relay`);
const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
const target = values.name ?? `aid-${stage}-restored-${stamp}`;
console.error(`restoring ${source} as ${target}; this takes minutes to hours`);
const streamArn = await restoreTable(new DynamoDBClient(), { source, target, point });
console.error('the table is ready; deploy the stage with this setting, and keep it for all later deployments:');
console.log(`AID_RESTORED_TABLE=${streamArn}`);
