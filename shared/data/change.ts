import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { AppError } from '../domain/errors.ts';
import type { ContentOwner, ContentPointer } from './large-content.ts';
import type { Key, Row } from './table-client.ts';

/**
 * A write as a value. An operation stages changes; `commit` sends all of them in one transaction.
 *
 * `onConditionFailed` says what follows when the condition of the change fails: an error, made from the row that the
 * condition met, `RETRY`, or `TICKET_CLOSED`. A condition that fails without it is a bug.
 *
 * See: docs/architecture.md#four-decisions.
 */
export interface Change {
  readonly item: Omit<TransactItem, 'TableName'>;
  readonly onConditionFailed?: ((found: Row | undefined) => AppError) | typeof RETRY | typeof TICKET_CLOSED;
  /** Set if the `content` of the row may be in the bucket. The commit puts it there if it is large. */
  readonly contentOwner?: ContentOwner;
  /** The object of the content that the change replaces. */
  readonly replacedObject?: ContentPointer | undefined;
}

/** The rows that the operation has read are stale: it has to load and decide again. */
export const RETRY = 'retry';

/** A reader has closed the ticket of an event: the commit has to take another one. */
export const TICKET_CLOSED = 'ticket closed';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

export interface Condition {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

type OnConditionFailed = Change['onConditionFailed'];

const ABSENT: Condition = { expression: 'attribute_not_exists(pk)' };
const PRESENT: Condition = { expression: 'attribute_exists(pk)' };

/** Optimistic locking: the row still has the version that was read. Version 0 is a row that did not exist. */
export function versionIs(seen: number): Condition {
  if (seen === 0) return ABSENT;
  return { expression: '#version = :seen', names: { '#version': 'version' }, values: { ':seen': seen } };
}

function conditionFields(condition: Condition) {
  return {
    ConditionExpression: condition.expression,
    ...(condition.names === undefined ? {} : { ExpressionAttributeNames: condition.names }),
    ...(condition.values === undefined ? {} : { ExpressionAttributeValues: condition.values }),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
}

/** Writes a row that must not exist yet. */
export function insert<T extends object>(row: Row<T>, onConditionFailed?: OnConditionFailed): Change {
  return put(row, ABSENT, onConditionFailed);
}

/** Writes a row, whether it exists or not. With a condition, only if the condition holds. */
export function put<T extends object>(
  row: Row<T>,
  condition?: Condition,
  onConditionFailed?: OnConditionFailed,
): Change {
  return {
    item: { Put: { TableName: '', Item: row, ...(condition === undefined ? {} : conditionFields(condition)) } },
    onConditionFailed,
  };
}

/** Replaces a row, or writes the first version of it, if no one has changed it since it was read. */
export function replaceVersion<T extends { version: number }>(
  row: Row<T>,
  onConditionFailed: OnConditionFailed = RETRY,
): Change {
  return put(row, versionIs(row.version - 1), onConditionFailed);
}

export interface Patch {
  set?: Record<string, unknown>;
  add?: Record<string, number>;
  remove?: readonly string[];
}

/** The update expression of a patch. Attribute names are placeholders, so that reserved words are allowed. */
export function patchExpression(patch: Patch) {
  const names = new Map<string, string>();
  const values = new Map<string, unknown>();
  const name = (attribute: string) => {
    names.set(`#${attribute}`, attribute);
    return `#${attribute}`;
  };
  const value = (attribute: string, given: unknown) => {
    values.set(`:${attribute}`, given);
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
    names: Object.fromEntries(names),
    values: Object.fromEntries(values),
  };
}

/** Changes attributes of a row. The row must exist, unless `upsert` is set, and must satisfy the condition. */
export function update(
  key: Key,
  patch: Patch,
  options: { condition?: Condition; upsert?: boolean; onConditionFailed?: OnConditionFailed } = {},
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

/** Removes a row that must exist. With a condition, the row must satisfy that instead. */
export function remove(key: Key, onConditionFailed?: OnConditionFailed, condition: Condition = PRESENT): Change {
  return {
    item: { Delete: { TableName: '', Key: { pk: key.pk, sk: key.sk }, ...conditionFields(condition) } },
    onConditionFailed,
  };
}

/** Removes a row if no one has changed it since it was read. */
export function removeVersion(row: Row<{ version: number }>, onConditionFailed: OnConditionFailed = RETRY): Change {
  return remove(row, onConditionFailed, versionIs(row.version));
}

/** Writes nothing, but the commit fails if the row does not satisfy the condition. */
export function check(key: Key, condition: Condition, onConditionFailed?: OnConditionFailed): Change {
  return {
    item: { ConditionCheck: { TableName: '', Key: { pk: key.pk, sk: key.sk }, ...conditionFields(condition) } },
    onConditionFailed,
  };
}

/** The change as an item of a transaction on a table. */
export function transactItem(change: Change, tableName: string): TransactItem {
  const [verb, body] = Object.entries(change.item)[0] as [string, Record<string, unknown>];
  return { [verb]: { ...body, TableName: tableName } } as TransactItem;
}
