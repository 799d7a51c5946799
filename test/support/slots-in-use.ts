import { anyRow } from '#shared/data/decode-row.ts';
import { busySlots } from '#shared/data/direct-writes/slot.ts';
import { longCallKey } from '#shared/data/entities/stage/long-call.ts';
import { getRow, type Table } from '#shared/data/table-client.ts';

/** How many long calls hold a slot of an organization, of a network address or of the stage. */
export async function slotsInUse(table: Table, subject: string): Promise<number> {
  return busySlots(await getRow(table, anyRow, longCallKey(subject, 0)), Date.now()).size;
}
