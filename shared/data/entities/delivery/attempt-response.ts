import { KEPT_ATTEMPTS } from '#shared/domain/delivery/finished-attempts.ts';
import { RESPONSE_KEPT_MS } from '#shared/domain/delivery/receiver-response.ts';
import { epochSeconds } from '#shared/domain/time/time.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX, TABLE } from '../../table.ts';
import { type Key, queryRows, type Row, type Table } from '../../table-client.ts';

/** An attempt, by the time at which it ended, in epoch milliseconds. */
interface EndedAttempt {
  readonly organizationId: string;
  readonly deliveryId: string;
  readonly endedAt: number;
}

/**
 * What a receiver has responded to an attempt, encrypted. Each has a row of its own, so that it expires on its own and
 * the row of the delivery stays small. The rows of one delivery have a partition of their own, so the busy
 * partitions of an organization get no further writes.
 *
 * See: docs/decisions/0093-traces.md.
 */
export interface AttemptResponse extends EndedAttempt {
  readonly sealed: Uint8Array;
}

const decodeResponse = rowDecoder<Pick<AttemptResponse, 'sealed'>>({ sealed: 'object' });

const partition = (organizationId: string, deliveryId: string) =>
  `${PREFIX.deliveryResponse}${organizationId}#${deliveryId}`;

/** Times have 13 digits until the year 2286. */
const timeKey = (endedAt: number) => String(endedAt).padStart(15, '0');

/** What the sealed response is bound to. */
export function responseContext({ organizationId, deliveryId, endedAt }: EndedAttempt): string {
  return `${organizationId} ${deliveryId} ${endedAt}`;
}

export function attemptResponseRow({ organizationId, deliveryId, endedAt, sealed }: AttemptResponse): Row {
  const key: Key = { pk: partition(organizationId, deliveryId), sk: timeKey(endedAt) };
  return { ...key, sealed, [TABLE.timeToLive]: epochSeconds(endedAt + RESPONSE_KEPT_MS) };
}

/**
 * The responses to the newest attempts of a delivery that are not too old at `now`. The table removes them later than
 * that.
 */
export async function attemptResponses(
  table: Table,
  { organizationId, id: deliveryId }: { readonly organizationId: string; readonly id: string },
  now: number,
): Promise<AttemptResponse[]> {
  const range = { from: timeKey(now - RESPONSE_KEPT_MS), to: '9'.repeat(15) };
  const pk = partition(organizationId, deliveryId);
  const page = { newestFirst: true, limit: KEPT_ATTEMPTS, strong: true };
  const rows = await Array.fromAsync(queryRows(table, decodeResponse, { pk, ...range, ...page }));
  return rows.map(({ sk, sealed }) => ({ organizationId, deliveryId, endedAt: Number(sk), sealed }));
}
