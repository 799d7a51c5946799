import { DescribeTableCommand, type TableDescription } from '@aws-sdk/client-dynamodb';
import type { StageConfig } from '#lib/config.ts';
import { RESTORED_TABLE_OUTPUT, type RestoredTable } from '#lib/restored-table.ts';
import { dataStackNameOf, serviceStackNameOf } from '#lib/settings.ts';
import { outputsOf, ownerOf, resourcesOf } from '../stage/stacks.ts';
import type { Account } from './account.ts';
import { type Finding, fail, isNamed, ok, warn } from './finding.ts';

const TABLE = 'table';

/** The flag by which an operator says that the stage is to use another table from now on. */
export const SWITCH_TABLE = 'switch-table';

/**
 * Checks that the table of the settings is one that the stage can use, and that it is the table that the stage uses
 * already: a forgotten `AID_RESTORED_TABLE` would switch it back to its first table, without what was written since.
 * `maySwitch` allows another table.
 */
export async function checkTable(account: Account, config: StageConfig, maySwitch: boolean): Promise<Finding> {
  const restored = config.restoredTable;
  const own = await ownTable(account, config);
  const problem = restored && (await problemOf(account, restored, own));
  if (problem !== undefined) return fail(TABLE, `AID_RESTORED_TABLE: ${problem}`);
  const wanted = restored?.name ?? own?.TableName;
  if (wanted === undefined) return ok(TABLE, 'the deployment creates one');
  const deployed = await deployedTable(account, config);
  const used = deployed === undefined ? wanted : (nameIn(deployed) ?? own?.TableName);
  if (used === wanted) return ok(TABLE, `the stage uses ${wanted}`);
  const change = `the stage uses ${used}, and the deployment switches it to ${wanted}`;
  if (maySwitch) return warn(TABLE, change);
  const keep =
    nameIn(deployed ?? '') === undefined ? 'leave AID_RESTORED_TABLE out' : `set AID_RESTORED_TABLE=${deployed}`;
  return fail(
    TABLE,
    `${change}, which has nothing of what was written to the other since the restore; to keep ${used}, ${keep}; ` +
      `to switch, run: npm run deploy -- --${SWITCH_TABLE}`,
  );
}

/** The table that the stack of the data created; `undefined` if the stage was never deployed. */
async function ownTable(account: Account, config: StageConfig): Promise<TableDescription | undefined> {
  const resources = await resourcesOf(account.stacks, dataStackNameOf(config));
  const name = resources?.find(({ type }) => type === 'AWS::DynamoDB::Table')?.id;
  return name === undefined ? undefined : describe(account, name);
}

async function describe({ tables }: Account, TableName: string): Promise<TableDescription | undefined> {
  try {
    return (await tables.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (isNamed(error, 'ResourceNotFoundException')) return undefined;
    throw error;
  }
}

/**
 * What the stage used last: the ARN of the stream of a restored table, or `''` for its own one. The stack of the data
 * remembers it for a stage that was taken down. `undefined` if nothing is deployed.
 */
async function deployedTable({ stacks }: Account, config: StageConfig): Promise<string | undefined> {
  const service = await outputsOf(stacks, serviceStackNameOf(config));
  const outputs = service ?? (await outputsOf(stacks, dataStackNameOf(config)));
  return outputs && (outputs[RESTORED_TABLE_OUTPUT] ?? '');
}

function nameIn(streamArn: string): string | undefined {
  return /:table\/([\w.-]+)\/stream\//.exec(streamArn)?.[1];
}

/** What keeps the stage from using a restored table; `undefined` if nothing does. */
async function problemOf(
  account: Account,
  { name, streamArn }: RestoredTable,
  own: TableDescription | undefined,
): Promise<string | undefined> {
  const [, , , region, id] = streamArn.split(':');
  if (region !== account.region || id !== account.id) {
    return `the stream is in ${region} of the account ${id}, and the stage in ${account.region} of ${account.id}`;
  }
  if (own === undefined) {
    return 'the stage has no key yet by which it could read a restored table; deploy it without, and restore after that';
  }
  const table = await describe(account, name);
  if (table === undefined) return `there is no table ${name} in ${region}`;
  if (table.TableStatus !== 'ACTIVE' && table.TableStatus !== 'UPDATING') {
    return `${name} is ${table.TableStatus}; wait until npm run restore-table has ended`;
  }
  const { LatestStreamArn: stream, StreamSpecification: { StreamEnabled, StreamViewType } = {} } = table;
  if (!StreamEnabled || stream !== streamArn) {
    return `${name} has ${StreamEnabled ? `the stream ${stream}` : 'no stream'}, and not ${streamArn}`;
  }
  if (StreamViewType !== 'NEW_IMAGE')
    return `the stream of ${name} has ${StreamViewType}, and the relay needs NEW_IMAGE`;
  const owner = await ownerOf(account.stacks, name);
  if (owner !== undefined && name !== own.TableName) return `${name} belongs to ${owner}, which is another stage`;
  const [key, ownKey] = [table, own].map((one) => one.SSEDescription?.KMSMasterKeyArn);
  if (ownKey === undefined || key === ownKey) return undefined;
  return (
    `${name} is encrypted with ${key ?? 'a key of DynamoDB'}, and this stage uses ${ownKey}: it is the table of another ` +
    'stage, or was not made by npm run restore-table'
  );
}
