import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { AppError } from '#shared/domain/errors/errors.ts';
import type { ContentOwner, ContentPointer } from './large-content.ts';
import type { Key, Row } from './table-client.ts';

/**
 * A write as a value. An operation stages changes; `commit` sends all of them in one transaction.
 *
 * See: docs/architecture.md#four-decisions.
 */
export type Change = PutChange | UpdateChange | RemoveChange | CheckChange;

interface ConditionResult {
  /**
   * What follows when the condition of the change fails: an error, made from the row that the condition met, `RETRY`,
   * or `TICKET_CLOSED`. A condition that fails without it is a bug.
   */
  readonly onConditionFailed?: ((found: Row | undefined) => AppError) | typeof RETRY | typeof TICKET_CLOSED | undefined;
}

/** Writes a whole row. */
export interface PutChange extends ConditionResult {
  readonly kind: 'put';
  readonly row: Row;
  readonly condition?: Condition | undefined;
  /** Set if the `content` of the row may be in the bucket. The commit puts it there if it is large. */
  readonly contentOwner?: ContentOwner;
  /** The object of the content that the change replaces. */
  readonly replacedObject?: ContentPointer | undefined;
}

/** Changes attributes of a row, or adds the row. */
interface UpdateChange extends ConditionResult {
  readonly kind: 'update';
  readonly key: Key;
  readonly update: Condition;
  readonly condition?: Condition | undefined;
}

interface RemoveChange extends ConditionResult {
  readonly kind: 'remove';
  readonly key: Key;
  readonly condition?: Condition | undefined;
}

/** Writes nothing: the commit fails if the condition does. */
interface CheckChange extends ConditionResult {
  readonly kind: 'check';
  readonly key: Key;
  readonly condition: Condition;
}

/** The rows that the operation has read are stale: it has to load and decide again. */
export const RETRY = 'retry';

/** A reader has closed the ticket of an event: the commit has to take another one. */
export const TICKET_CLOSED = 'ticket closed';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** An expression of DynamoDB, with the names and values of its placeholders. */
export interface Condition {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

type OnConditionFailed = Change['onConditionFailed'];

const ABSENT: Condition = { expression: 'attribute_not_exists(pk)' };
const PRESENT: Condition = { expression: 'attribute_exists(pk)' };

/** Optimistic locking: the row still has the version that was read. Version 0 is a row that did not exist. */
function versionIs(seen: number): Condition {
  if (seen === 0) return ABSENT;
  return { expression: '#version = :seen', names: { '#version': 'version' }, values: { ':seen': seen } };
}

/** A row still has the value of an attribute that was read; undefined for a row that did not exist. */
export function attributeIs(name: string, seen: string | number | undefined): Condition {
  if (seen === undefined) return ABSENT;
  return { expression: '#attribute = :seen', names: { '#attribute': name }, values: { ':seen': seen } };
}

/** Writes a row that must not exist yet. */
export function insert<T extends object>(row: Row<T>, onConditionFailed?: OnConditionFailed): PutChange {
  return put(row, ABSENT, onConditionFailed);
}

/** Writes a row, whether it exists or not. With a condition, only if the condition holds. */
export function put<T extends object>(
  row: Row<T>,
  condition?: Condition,
  onConditionFailed?: OnConditionFailed,
): PutChange {
  return { kind: 'put', row: row as Row, condition, onConditionFailed };
}

/** Replaces a row, or writes the first version of it, if no one has changed it since it was read. */
export function replaceVersion<T extends { version: number }>(
  row: Row<T>,
  onConditionFailed: OnConditionFailed = RETRY,
): PutChange {
  return put(row, versionIs(row.version - 1), onConditionFailed);
}

export interface Patch {
  set?: Record<string, unknown>;
  /** Numbers to add to numbers, and members to add to sets of texts. */
  add?: Record<string, number | ReadonlySet<string>>;
  remove?: readonly string[];
}

/** The update expression of a patch. Attribute names are placeholders, so that reserved words are allowed. */
export function patchExpression(patch: Patch): Required<Condition> {
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
): UpdateChange {
  const { condition, upsert = false, onConditionFailed } = options;
  return {
    kind: 'update',
    key,
    update: patchExpression(patch),
    condition: upsert ? condition : allOf(PRESENT, condition),
    onConditionFailed,
  };
}

function allOf(first: Condition, second: Condition | undefined): Condition {
  if (second === undefined) return first;
  return { ...second, expression: `(${first.expression}) AND (${second.expression})` };
}

/** Removes a row that must exist. With a condition, the row must satisfy that instead. */
export function remove(key: Key, onConditionFailed?: OnConditionFailed, condition: Condition = PRESENT): RemoveChange {
  return { kind: 'remove', key, condition, onConditionFailed };
}

/** Removes a row, whether it exists or not. */
export function removeAnyway(key: Key): RemoveChange {
  return { kind: 'remove', key };
}

/** Removes a row if no one has changed it since it was read. */
export function removeVersion(
  row: Row<{ version: number }>,
  onConditionFailed: OnConditionFailed = RETRY,
): RemoveChange {
  return remove(row, onConditionFailed, versionIs(row.version));
}

/** Writes nothing, but the commit fails if the row does not satisfy the condition. */
export function check(key: Key, condition: Condition, onConditionFailed?: OnConditionFailed): CheckChange {
  return { kind: 'check', key, condition, onConditionFailed };
}

/** The change as an item of a transaction on a table. */
export function transactItem(change: Change, TableName: string): TransactItem {
  switch (change.kind) {
    case 'put':
      return { Put: { TableName, Item: change.row, ...conditionFields(change.condition) } };
    case 'update': {
      const { update: changed, condition } = change;
      const fields = { ...conditionFields(condition), ...placeholders(changed, condition) };
      return { Update: { TableName, Key: keyOf(change.key), UpdateExpression: changed.expression, ...fields } };
    }
    case 'remove':
      return { Delete: { TableName, Key: keyOf(change.key), ...conditionFields(change.condition) } };
    case 'check': {
      const { expression } = change.condition;
      const fields = { ...conditionFields(change.condition), ConditionExpression: expression };
      return { ConditionCheck: { TableName, Key: keyOf(change.key), ...fields } };
    }
  }
}

/** The key alone: a row has more attributes, which a transaction does not accept there. */
function keyOf({ pk, sk }: Key): Key {
  return { pk, sk };
}

function conditionFields(condition: Condition | undefined) {
  if (condition === undefined) return {};
  return {
    ConditionExpression: condition.expression,
    ...placeholders(condition),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
}

/** The names and values of all placeholders of an item. DynamoDB refuses them empty. */
function placeholders(...expressions: (Condition | undefined)[]) {
  const names = Object.assign({}, ...expressions.map((one) => one?.names));
  const values = Object.assign({}, ...expressions.map((one) => one?.values));
  return {
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}
