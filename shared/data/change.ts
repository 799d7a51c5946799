import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { AppError } from '../domain/errors.ts';
import type { Key, Row } from './table-client.ts';

/**
 * Writes as values. An operation stages them; the unit of work sends them in one transaction.
 * Each says which error it means when its condition fails. `rerun` means: what was read is stale, load and
 * decide again. A failed condition without an `otherwise` is a bug. An `otherwise` is given the row that the condition met.
 *
 * See: docs/architecture.md#four-decisions.
 */
export interface Change {
  readonly item: Omit<TransactItem, 'TableName'>;
  readonly onConditionFailed?: ((found: Row | undefined) => AppError) | typeof RETRY;
}

export const RETRY = 'rerun';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

interface Condition {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

type OnConditionFailed = Pick<Change, 'onConditionFailed'>;

const ABSENT: Condition = { expression: 'attribute_not_exists(pk)' };
const PRESENT: Condition = { expression: 'attribute_exists(pk)' };

function conditionFields(condition: Condition) {
  return {
    ConditionExpression: condition.expression,
    ...(condition.names === undefined ? {} : { ExpressionAttributeNames: condition.names }),
    ...(condition.values === undefined ? {} : { ExpressionAttributeValues: condition.values }),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
}

/** A row that must not exist yet. */
export function insert<T extends object>(
  row: Row<T>,
  onConditionFailed?: OnConditionFailed['onConditionFailed'],
): Change {
  return put(row, ABSENT, onConditionFailed);
}

/** A whole row, written when the condition holds (always, without one). */
export function put<T extends object>(
  row: Row<T>,
  condition?: Condition,
  onConditionFailed?: OnConditionFailed['onConditionFailed'],
): Change {
  return {
    item: { Put: { TableName: '', Item: row, ...(condition === undefined ? {} : conditionFields(condition)) } },
    onConditionFailed,
  };
}

/** A row that changes only as it was read: rows under optimistic locking carry a `version`. */
export function replaceVersion<T extends { version: number }>(
  row: Row<T>,
  onConditionFailed: OnConditionFailed['onConditionFailed'] = RETRY,
): Change {
  const seen = row.version - 1;
  const condition: Condition =
    seen === 0
      ? ABSENT
      : { expression: '#version = :seen', names: { '#version': 'version' }, values: { ':seen': seen } };
  return put(row, condition, onConditionFailed);
}

export interface Patch {
  set?: Record<string, unknown>;
  add?: Record<string, number>;
  remove?: readonly string[];
}

/** The update expression of a patch, with names and values escaped. */
export function patchExpression(patch: Patch) {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const name = (attribute: string) => {
    names[`#${attribute}`] = attribute;
    return `#${attribute}`;
  };
  const value = (attribute: string, given: unknown) => {
    values[`:${attribute}`] = given;
    return `:${attribute}`;
  };
  const set = Object.entries(patch.set ?? {}).filter(([, given]) => given !== undefined);
  const clauses = [
    ['SET', set.map(([key, given]) => `${name(key)} = ${value(key, given)}`)],
    ['ADD', Object.entries(patch.add ?? {}).map(([key, given]) => `${name(key)} ${value(key, given)}`)],
    ['REMOVE', (patch.remove ?? []).map(name)],
  ] as const;
  return {
    expression: clauses
      .filter(([, terms]) => terms.length > 0)
      .map(([verb, terms]) => `${verb} ${terms.join(', ')}`)
      .join(' '),
    names,
    values,
  };
}

/** Changes attributes of a row that must exist, when the condition holds as well. */
export function update(
  key: Key,
  patch: Patch,
  options: { condition?: Condition; upsert?: boolean } & OnConditionFailed = {},
): Change {
  const { expression, names, values } = patchExpression(patch);
  const conditions = [options.upsert ? undefined : PRESENT, options.condition].filter((c) => c !== undefined);
  const allNames = Object.assign({}, names, ...conditions.map((c) => c.names));
  const allValues = Object.assign({}, values, ...conditions.map((c) => c.values));
  return {
    item: {
      Update: {
        TableName: '',
        Key: { pk: key.pk, sk: key.sk },
        UpdateExpression: expression,
        ...(conditions.length === 0
          ? {}
          : {
              ConditionExpression: conditions.map((c) => `(${c.expression})`).join(' AND '),
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
            }),
        ...(Object.keys(allNames).length > 0 ? { ExpressionAttributeNames: allNames } : {}),
        ...(Object.keys(allValues).length > 0 ? { ExpressionAttributeValues: allValues } : {}),
      },
    },
    onConditionFailed: options.onConditionFailed,
  };
}

/** Removes a row that must exist, or that must be as the condition says. */
export function remove(
  key: Key,
  onConditionFailed?: OnConditionFailed['onConditionFailed'],
  condition: Condition = PRESENT,
): Change {
  return {
    item: { Delete: { TableName: '', Key: { pk: key.pk, sk: key.sk }, ...conditionFields(condition) } },
    onConditionFailed,
  };
}

/** Removes a row only as it was read: the counterpart of `replaceVersion`. */
export function removeVersion(
  row: Row<{ version: number }>,
  onConditionFailed: OnConditionFailed['onConditionFailed'] = RETRY,
): Change {
  const condition: Condition = {
    expression: '#version = :seen',
    names: { '#version': 'version' },
    values: { ':seen': row.version },
  };
  return {
    item: { Delete: { TableName: '', Key: { pk: row.pk, sk: row.sk }, ...conditionFields(condition) } },
    onConditionFailed,
  };
}

/** Writes nothing, but the commit holds only if the condition does. */
export function check(
  key: Key,
  condition: Condition,
  onConditionFailed?: OnConditionFailed['onConditionFailed'],
): Change {
  return {
    item: { ConditionCheck: { TableName: '', Key: { pk: key.pk, sk: key.sk }, ...conditionFields(condition) } },
    onConditionFailed,
  };
}

/** The item of a change, bound to its table. */
export function transactItem(change: Change, tableName: string): TransactItem {
  const [verb, body] = Object.entries(change.item)[0] as [string, Record<string, unknown>];
  return { [verb]: { ...body, TableName: tableName } } as TransactItem;
}
