import { attemptResponses, responseContext } from '#shared/data/entities/delivery/attempt-response.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import type { Table } from '#shared/data/table-client.ts';
import { type ReceiverResponse, unpackResponse } from '#shared/domain/delivery/receiver-response.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';

/** Reads what receivers have responded. */
export interface ResponseReader {
  readonly table: Table;
  readonly keyring: () => Promise<Keyring>;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A response as the API returns it. */
export interface ResponseRecord {
  headers: Record<string, string>;
  body_base64: string;
  truncated: boolean;
}

/**
 * What the receiver of a delivery has responded to its attempts, by the time at which each ended. Attempts without a
 * response, those of the last release, and those that are too old have none.
 */
export async function keptResponses(
  { table, keyring, now }: ResponseReader,
  delivery: Pick<Delivery, 'id' | 'organizationId'>,
): Promise<ReadonlyMap<number, ResponseRecord>> {
  const rows = await attemptResponses(table, delivery, now);
  if (rows.length === 0) return new Map();
  const keys = await keyring();
  return new Map(
    await Promise.all(
      rows.map(async (row) => {
        const packed = await keys.openBytes('delivery-response', responseContext(row), row.sealed);
        return [row.endedAt, responseRecord(unpackResponse(packed))] as const;
      }),
    ),
  );
}

function responseRecord({ headers, body, truncated }: ReceiverResponse): ResponseRecord {
  return { headers: { ...headers }, body_base64: Buffer.from(body).toString('base64'), truncated };
}
