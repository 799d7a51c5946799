import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { PutCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Key } from '#shared/data/table-client.ts';
import type { Engine } from '../support/engine.ts';

/** The keys of all rows that the stacks on an engine have written. */
export async function allKeys(engine: Engine): Promise<Key[]> {
  const pages = paginateScan(
    { client: engine.table.client },
    { TableName: await tableOf(engine), ProjectionExpression: 'pk, sk', ConsistentRead: true },
  );
  const keys: Key[] = [];
  for await (const { Items = [] } of pages) keys.push(...(Items as Key[]));
  return keys;
}

/** Writes a row that no relay can read, and that has to wait for an operator. */
export async function putUnreadable(engine: Engine): Promise<void> {
  const Item = { pk: 'OUTBOX#org_none', sk: 'unreadable' };
  await engine.table.client.send(new PutCommand({ TableName: await tableOf(engine), Item }));
}

/** Replaces attributes of a row that a stack has written, as if it had been written at another time. */
export async function changeRow(engine: Engine, Key: Key, values: Readonly<Record<string, unknown>>): Promise<void> {
  const names = Object.keys(values);
  await engine.table.client.send(
    new UpdateCommand({
      TableName: await tableOf(engine),
      Key,
      UpdateExpression: `SET ${names.map((_, at) => `#n${at} = :v${at}`).join(', ')}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: Object.fromEntries(names.map((name, at) => [`#n${at}`, name])),
      ExpressionAttributeValues: Object.fromEntries(names.map((name, at) => [`:v${at}`, values[name]])),
    }),
  );
}

/** The table of the stacks, in the engine in which the test support has one too. */
async function tableOf({ table }: Engine): Promise<string> {
  const { TableNames = [] } = await table.client.send(new ListTablesCommand({}));
  const [name] = TableNames.filter((one) => one !== table.name);
  if (name === undefined) throw new Error('the stack has no table');
  return name;
}
