import type { StreamFilter } from '#shared/domain/delivery/stream.ts';
import { epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, insert, remove } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Row, type Table } from '../../table-client.ts';

/** What the ticket of an event stream allows: one connection, for the key that it was made with. */
export interface StreamTicket extends StreamFilter {
  ticketHash: string;
  organizationId: string;
  streamId: string;
  keyId: string;
  keyHash: string;
  /** The stream begins with the events after this time. */
  cursor: number;
  expiresAt: number;
}

const decodeTicket = rowDecoder<StreamTicket>({
  ticketHash: 'string',
  organizationId: 'string',
  streamId: 'string',
  keyHash: 'string',
  cursor: 'number',
  expiresAt: 'number',
});

function ticketKey(ticketHash: string): Key {
  return { pk: `${PREFIX.connectionTicket}${ticketHash}`, sk: 'TICKET' };
}

export function insertTicket(ticket: StreamTicket): Change {
  return insert({ ...ticketKey(ticket.ticketHash), ...ticket, expires_at: epochSeconds(ticket.expiresAt) });
}

/** A ticket that can still be redeemed. */
export async function findTicket(
  table: Table,
  ticketHash: string,
  now: number,
): Promise<Row<StreamTicket> | undefined> {
  const ticket = await getRow(table, decodeTicket, ticketKey(ticketHash), { strong: true });
  return ticket !== undefined && ticket.expiresAt > now ? ticket : undefined;
}

/** Redeems a ticket: of several commits with this change one succeeds. */
export function redeemTicket(ticketHash: string, onConditionFailed: NonNullable<Change['onConditionFailed']>): Change {
  return remove(ticketKey(ticketHash), onConditionFailed);
}
