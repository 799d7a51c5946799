import { epochSeconds, HOUR } from '#shared/domain/time/time.ts';
import { PREFIX } from '../../table.ts';
import type { Key } from '../../table-client.ts';

/** The subject of the slots that all organizations of a stage share. No organization has this id. */
export const STAGE_SUBJECT = 'STAGE';

/** A row of slots for long calls of an organization, or of the stage. */
export function longCallKey(subject: string, row: number): Key {
  return { pk: `${PREFIX.longCall}${subject}`, sk: `SLOTS#${row}` };
}

/** Epoch seconds after which the engine may remove a row of slots: after the last one that was taken has ended. */
export function longCallTimeToLive(now: number): number {
  return epochSeconds(now + HOUR);
}
