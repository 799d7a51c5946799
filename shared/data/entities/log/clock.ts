import { PREDECESSORS } from '#shared/domain/log/log-order.ts';
import { type Change, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import type { Key, Row } from '../../table-client.ts';

/**
 * The event clock of an organization:
 *
 * - `time`: the last millisecond that an event or a listed record has
 * - `deliveryTime`: the last millisecond that is reserved for deliveries
 * - `slots`: how many delivery times an event reserves, one for each slot of the organization's endpoints
 * - `tickets`: the times of the last tickets for events, the latest first
 *
 * See: docs/decisions/0022-tickets.md.
 */
export interface EventClock {
  time: number;
  deliveryTime: number;
  slots: number;
  tickets: number[];
}

/** The register of the last tickets has an attribute for each, because an update can move an attribute, not a list. */
export const TICKET_ATTRIBUTES = Array.from({ length: PREDECESSORS + 1 }, (_, index) => `t${index}`);

const decodeClockRow = rowDecoder<Pick<EventClock, 'time' | 'deliveryTime' | 'slots'>>({
  time: 'number',
  deliveryTime: 'number',
  slots: 'number',
});

export function decodeEventClock(row: Row): Row<EventClock> {
  const { pk, sk, time, deliveryTime, slots } = decodeClockRow(row);
  const tickets = TICKET_ATTRIBUTES.map((name) => Number(row[name] ?? 0)).filter((ticket) => ticket > 0);
  return { pk, sk, time, deliveryTime, slots, tickets };
}

/** The row of an organization's event clock. */
export function clockKey(organizationId: string): Key {
  return { pk: `${PREFIX.clock}${organizationId}`, sk: 'EVENTS' };
}

/**
 * Lets events reserve fewer delivery times. It belongs to the commit that removes an endpoint: that commit and one that
 * registers an endpoint, and so raises the number before, cannot both succeed on the same counts of endpoints.
 */
export function lowerSlots(organizationId: string, slots: number): Change {
  return update(clockKey(organizationId), { set: { slots } });
}
