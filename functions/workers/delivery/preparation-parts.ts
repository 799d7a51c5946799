import { contentBytes, type EventRow } from '#shared/data/entities/log/event.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { slotsOfOrganization } from './destination-limits.ts';
import { FanOutPace } from './fan-out-pace.ts';

/** The lines and headers of a delivery's request, and what its body has besides the content of the event. */
const FRAME_BYTES = 1_000;

/** No job waits longer for its turn. Beyond it, the slots of a destination and the budget limit the attempts. */
const MAX_DELAY_SECONDS = 60;

/** When the jobs run that start many deliveries of an unverified organization. */
export const pace = new FanOutPace(SECOND, MAX_DELAY_SECONDS);

/**
 * Deliveries of an unverified organization that a job starts, one job per second for all its events: as many as it may
 * attempt at once at one destination, because more would only wait, and would delay the deliveries of others. A limit
 * beyond the number of endpoints that an organization may have limits nothing.
 */
export function sizeOfPart(limits: Limits): number {
  const slots = slotsOfOrganization(limits);
  return slots < limits.webhooksPerOrganization ? slots : Number.POSITIVE_INFINITY;
}

/** About the size of the request that delivers an event. */
export function bytesOfDelivery(event: EventRow | undefined): number {
  return (event === undefined ? 0 : contentBytes(event)) + FRAME_BYTES;
}
