import { type EventClock, NEW_CLOCK } from '../../domain/event-clock.ts';
import { type Change, put, versionIs } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';

const decodeEventClock = rowDecoder<EventClock>({
  time: 'number',
  deliveryTime: 'number',
  slots: 'number',
  version: 'number',
});

/** The clock of an organization's log. Only the unit of work writes it. */
export function clockKey(organizationId: string): Key {
  return { pk: `${PREFIX.clock}${organizationId}`, sk: 'EVENTS' };
}

/** `strong` where what follows must see every commit before now; without it a poll costs half. */
export async function readClock(
  table: Table,
  organizationId: string,
  options: { strong: boolean },
): Promise<EventClock> {
  return (await getRow(table, decodeEventClock, clockKey(organizationId), options)) ?? NEW_CLOCK;
}

/** Advances the clock, on the condition that nobody else did since it was read. */
export function replaceClock(organizationId: string, seen: EventClock, next: EventClock): Change {
  const row = {
    ...clockKey(organizationId),
    time: next.time,
    deliveryTime: next.deliveryTime,
    slots: next.slots,
    version: seen.version + 1,
  };
  return put(row, versionIs(seen.version));
}
