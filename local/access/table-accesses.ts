import { arn } from '../assembly/aws-identifiers.ts';
import type { Access } from './statements.ts';

type Item = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface Part {
  readonly TableName?: string;
  readonly Item?: Item;
  readonly Key?: Item;
}

interface Input extends Part {
  readonly IndexName?: string;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly TransactItems?: readonly Readonly<Record<string, Part>>[];
  readonly RequestItems?: Readonly<Record<string, unknown>>;
}

/** Partition key names of a table (under `''`) and of its indexes. */
export type PartitionKeys = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The permission that each element of a transaction needs. The transaction itself needs none. */
const TRANSACTION_ACTIONS: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/**
 * The accesses of a DynamoDB request, with the leading keys that policies restrict.
 *
 * Source: DynamoDB developer guide, Using IAM with transactions; Using conditions for fine-grained access control.
 */
export function tableAccesses(operation: string, input: Input, keys: PartitionKeys): readonly Access[] {
  if (input.TransactItems !== undefined) {
    return input.TransactItems.flatMap((element) =>
      Object.entries(element).map(([kind, part]) => {
        const action = TRANSACTION_ACTIONS[kind] ?? kind;
        return access(action, part.TableName, [keyOf(part, keys)]);
      }),
    );
  }
  if (input.RequestItems !== undefined) {
    return Object.entries(input.RequestItems).map(([table, request]) =>
      access(
        operation,
        table,
        partsOf(request).map((part) => keyOf({ ...part, TableName: table }, keys)),
      ),
    );
  }
  if (operation === 'Query') return [queryAccess(input, keys)];
  const key = keyOf(input, keys);
  return [access(operation, input.TableName, key === undefined ? undefined : [key])];
}

function queryAccess(input: Input, keys: PartitionKeys): Access {
  const { TableName = '', IndexName = '', KeyConditionExpression = '' } = input;
  const partitionKey = keys.get(TableName)?.get(IndexName);
  const leading: (string | undefined)[] = [];
  for (const [, left = '', right = ''] of KeyConditionExpression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g)) {
    const name = input.ExpressionAttributeNames?.[left] ?? left;
    if (name === partitionKey) leading.push(text(input.ExpressionAttributeValues?.[right]));
  }
  return access('Query', IndexName === '' ? TableName : `${TableName}/index/${IndexName}`, leading);
}

/** The items of one table in a batch: keys to get, or requests to put and delete. */
function partsOf(request: unknown): readonly Part[] {
  if (Array.isArray(request)) {
    return request.map((write: { PutRequest?: Part; DeleteRequest?: Part }) => ({
      ...write.PutRequest,
      ...write.DeleteRequest,
    }));
  }
  return ((request as { Keys?: readonly Item[] }).Keys ?? []).map((Key) => ({ Key }));
}

function keyOf({ TableName = '', Item, Key }: Part, keys: PartitionKeys): string | undefined {
  const partitionKey = keys.get(TableName)?.get('');
  return partitionKey === undefined ? undefined : text((Key ?? Item)?.[partitionKey]);
}

function text(value: Readonly<Record<string, unknown>> | undefined): string | undefined {
  return value === undefined ? undefined : String(Object.values(value)[0]);
}

function access(operation: string, table = '', leading?: readonly (string | undefined)[]): Access {
  const known = leading?.filter((key) => key !== undefined);
  return {
    action: `dynamodb:${operation}`,
    resource: arn('dynamodb', `table/${table}`),
    ...(known !== undefined && { context: { 'dynamodb:LeadingKeys': known } }),
  };
}
