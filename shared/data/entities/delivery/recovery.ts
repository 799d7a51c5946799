import { RECOVERY_KEPT_DAYS, type RecoveryStatus } from '#shared/domain/delivery/recovery.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import { DAY, epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, insert } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX, TABLE } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/**
 * A replay of what failed at one endpoint. Which deliveries it replays is decided when it is created, and never
 * changes: see {@link MatchedDeliveries}.
 *
 * See: docs/contract/webhooks.md#recover; docs/decisions/0092-recovering-an-endpoint.md.
 */
export interface Recovery {
  id: string;
  organizationId: string;
  webhookId: string;
  /** Only deliveries created after this time. Epoch milliseconds. */
  since: number;
  status: RecoveryStatus;
  /** How many deliveries it replays at most. */
  matched: number;
  /** The time after which another recovery continues, if there were more than one may have. */
  nextSince: number | null;
  /** How many of the matched deliveries, from the first one, were restarted or skipped. */
  processed: number;
  /** How many of those were restarted. */
  replayed: number;
  createdAt: number;
  /** When the last one was restarted or skipped. */
  finishedAt: number | null;
}

/** The deliveries of a recovery, oldest first, each with the generation that failed. */
export interface MatchedDeliveries {
  deliveryIds: string[];
  generations: number[];
}

const decodeRecovery = rowDecoder<Recovery>({
  id: 'string',
  organizationId: 'string',
  webhookId: 'string',
  since: 'number',
  status: 'string',
  matched: 'number',
  processed: 'number',
  replayed: 'number',
  createdAt: 'number',
});

const decodeMatched = rowDecoder<MatchedDeliveries>({ deliveryIds: 'array', generations: 'array' });

/** The partition of the recoveries of an organization. It is none of those of its deliveries. */
function partition(organizationId: string): string {
  return `${PREFIX.delivery}${organizationId}#RECOVERIES`;
}

export function recoveryKey(organizationId: string, id: string): Key {
  return { pk: partition(organizationId), sk: id };
}

/** Apart from the recovery, because each step of it writes that row again. */
function matchedKey(organizationId: string, id: string): Key {
  return { pk: partition(organizationId), sk: `MATCHED#${id}` };
}

/** Stages a recovery with its deliveries. */
export function insertRecovery(recovery: Recovery, matched: MatchedDeliveries): Change[] {
  const { organizationId, id, createdAt } = recovery;
  const expiry = { [TABLE.timeToLive]: epochSeconds(createdAt + RECOVERY_KEPT_DAYS * DAY) };
  return [
    insert({ ...recoveryKey(organizationId, id), ...recovery, ...expiry }),
    insert({ ...matchedKey(organizationId, id), ...matched, ...expiry }),
  ];
}

export async function findRecovery(table: Table, organizationId: string, id: string): Promise<Recovery | undefined> {
  if (!isId('recovery', id)) return undefined;
  return getRow(table, decodeRecovery, recoveryKey(organizationId, id), { strong: true });
}

/** The deliveries of a recovery; none if they have expired. */
export async function readMatched(table: Table, organizationId: string, id: string): Promise<MatchedDeliveries> {
  const row = await getRow(table, decodeMatched, matchedKey(organizationId, id), { strong: true });
  return row ?? { deliveryIds: [], generations: [] };
}
