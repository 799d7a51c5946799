import type { Aid, Event, ListEventsParams } from '../../../typescript/src/index.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_LENGTH = 10;
/** How far the time in an id may differ from that of the event, and how many events to search. */
export const MARGIN_MS = 2_000;
const PAGE = 50;

/** Finds an event by id. The log can be searched only by time, and the id starts with a timestamp. */
export async function findEvent(
  aid: Aid,
  id: string,
  more: Pick<ListEventsParams, 'delivery_body'>,
  signal: AbortSignal,
): Promise<Event | undefined> {
  const at = timeOf(id);
  const query = {
    since: new Date(Math.max(0, at - MARGIN_MS)),
    before: new Date(at + MARGIN_MS),
    limit: PAGE,
    ...more,
  };
  for await (const event of aid.events.list(query, { signal })) if (event.id === id) return event;
  return undefined;
}

/** The timestamp in an id, in milliseconds. */
export function timeOf(id: string): number {
  return [...id.slice(4, 4 + TIME_LENGTH)].reduce((sum, letter) => sum * 32 + Math.max(0, ALPHABET.indexOf(letter)), 0);
}
