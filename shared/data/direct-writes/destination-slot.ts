import { createHash } from 'node:crypto';
import type { Table } from '../table-client.ts';
import { takeSlotOf } from './long-call-slot.ts';
import type { Slot } from './slot.ts';

/** The slots of a destination, of which each organization may use some only. */
export interface SharedSlots {
  readonly subject: string;
  readonly count: number;
  /** The number of them that one organization may use. */
  readonly share: number;
}

/**
 * Takes a slot of a destination for an organization. Which ones the organization may use follows from its id, so that
 * no organization can hold all of them, and two rarely have all in common (shuffle sharding). Returns `undefined` if
 * none of them is free.
 *
 * See: docs/decisions/0042-strangers.md.
 */
export async function takeDestinationSlot(
  table: Table,
  { subject, count, share }: SharedSlots,
  organizationId: string,
  until: number,
  now: number,
): Promise<Slot | undefined> {
  const first = createHash('sha256').update(organizationId).digest().readUInt32BE(0) % Math.max(1, count);
  const own = Array.from({ length: Math.min(share, count) }, (_, n) => (first + n) % count);
  const result = await takeSlotOf(table, subject, own, until, now);
  return 'slot' in result ? result.slot : undefined;
}
