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

/** The row of an organization's event clock. Only `commit` writes it. */
export function clockKey(organizationId: string): Key {
  return { pk: `${PREFIX.clock}${organizationId}`, sk: 'EVENTS' };
}

/** Use `strong` if the caller must see every earlier commit. A poll does not need it, and costs half without it. */
export async function readClock(
  table: Table,
  organizationId: string,
  options: { strong: boolean },
): Promise<EventClock> {
  return (await getRow(table, decodeEventClock, clockKey(organizationId), options)) ?? NEW_CLOCK;
}

/** Advances the clock if no other commit has advanced it since it was read. */
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
