import { createHash } from 'node:crypto';
import { IDEMPOTENCY_HOURS } from '../../domain/limits.ts';
import { HOUR } from '../../domain/time.ts';
import { type Change, put } from '../change.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Row, type Table } from '../table-client.ts';

/** The record of a request that was made under an idempotency key. See: docs/contract/conventions.md#idempotency. */
export interface IdempotencyRecord {
  /** HMAC of the request's JSON value: the same key with another body is a conflict. */
  bodyMac: string;
  status: number;
  /** The reply, encrypted: it may hold a once-only secret. */
  sealedReply: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** The record of a row that a failed condition has returned. */
export function toIdempotencyRecord(row: Row): IdempotencyRecord {
  const { bodyMac, status, sealedReply, expiresAt } = row;
  if (
    typeof bodyMac !== 'string' ||
    typeof status !== 'number' ||
    typeof sealedReply !== 'string' ||
    typeof expiresAt !== 'number'
  ) {
    throw new Error('not an idempotency record');
  }
  return { bodyMac, status, sealedReply, expiresAt };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** `scope`: who asks (organization and actor, signer, or address), method, path and query. */
export function idempotencyRowKey(scope: string, key: string): Key {
  return { pk: `${PREFIX.idempotency}${sha256(scope)}`, sk: sha256(key) };
}

/**
 * The record of an earlier request. A first look may lag: what it misses, the condition of the commit finds. A
 * look that has to be sure is `strong`.
 */
export async function findIdempotencyRecord(
  table: Table,
  key: Key,
  now: number,
  options: { strong: boolean },
): Promise<IdempotencyRecord | undefined> {
  const row = await getRow<IdempotencyRecord>(table, key, options);
  return row !== undefined && row.expiresAt > now ? row : undefined;
}

/** Records a request, unless another with the same key did so first. */
export function insertIdempotencyRecord(key: Key, record: Omit<IdempotencyRecord, 'expiresAt'>, now: number): Change {
  const expiresAt = now + IDEMPOTENCY_HOURS * HOUR;
  return put(
    { ...key, ...record, expiresAt, expires_at: Math.ceil(expiresAt / 1000) },
    { expression: 'attribute_not_exists(pk) OR expiresAt <= :now', values: { ':now': now } },
  );
}
