import { epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, put } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { keyDigest } from '../../key-digest.ts';
import { type ContentPointer, readContent } from '../../large-content.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Row, type Table } from '../../table-client.ts';

/** The outcome of a request that had an idempotency key. See: docs/contract/conventions.md#idempotency. */
export interface IdempotencyRecord {
  /** HMAC of the request's JSON body. The same idempotency key with another body is a conflict. */
  bodyMac: string;
  status: number;
  /** The reply, encrypted, because it may contain a secret that is shown only once. A large one is in the bucket. */
  sealedReply?: string;
  object?: ContentPointer;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** Also decodes the row that a failed condition has returned. */
export const decodeIdempotencyRecord = rowDecoder<IdempotencyRecord>({
  bodyMac: 'string',
  sealedReply: 'string?',
  object: 'object?',
  status: 'number',
  expiresAt: 'number',
});

/** `scope`: the caller (organization and actor, signer, or IP address), the method, the path and the query. */
export function idempotencyRowKey(scope: string, key: string): Key {
  return { pk: `${PREFIX.idempotency}${keyDigest(scope)}`, sk: keyDigest(key) };
}

/**
 * The record of an earlier request. A read that is not `strong` may miss a recent one; the condition of the commit then
 * detects it.
 */
export async function findIdempotencyRecord(
  table: Table,
  key: Key,
  now: number,
  options: { strong: boolean },
): Promise<Row<IdempotencyRecord> | undefined> {
  const row = await getRow(table, decodeIdempotencyRecord, key, options);
  return row !== undefined && row.expiresAt > now ? row : undefined;
}

/** The encrypted reply of a record, from the record or from the bucket. */
export function readSealedReply(table: Table, record: Row<IdempotencyRecord>): Promise<string> {
  const { pk, sk, sealedReply, object } = record;
  return readContent(table, { pk, sk, content: sealedReply, object });
}

/**
 * Records a request. The condition fails if another request with the same idempotency key was recorded first. A large
 * reply is stored for the organization of the caller; without one, in the record.
 */
export function insertIdempotencyRecord(
  key: Key,
  record: IdempotencyRecord,
  now: number,
  organizationId?: string,
): Change {
  const { expiresAt } = record;
  const change = put(
    { ...key, ...record, expires_at: epochSeconds(expiresAt) },
    { expression: 'attribute_not_exists(pk) OR expiresAt <= :now', values: { ':now': now } },
  );
  if (organizationId === undefined) return change;
  return { ...change, contentOwner: { kind: 'reply', organizationId, attribute: 'sealedReply' } };
}
