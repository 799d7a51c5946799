import type { Event } from '../../../typescript/src/index.ts';

/** The filters of the log, named as in the API and in the console's URL. */
export const FILTERS = ['type', 'identity_id', 'aggregate_type', 'aggregate_id', 'thread_id'] as const;

export type EventFilter = Partial<Record<(typeof FILTERS)[number], string>>;

/** The filters in a URL. */
export function filterOf(query: URLSearchParams): EventFilter {
  return Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? '']).filter(([, value]) => value !== ''));
}

/** Whether the log would return an event for these filters. */
export function matches(event: Event, filter: EventFilter): boolean {
  return Object.entries(filter).every(([name, value]) =>
    name === 'thread_id' ? threadOf(event) === value : event[name as 'type'] === value,
  );
}

/** The conversation of a mail event. */
export function threadOf({ payload }: Event): string | undefined {
  const { threadId } = payload as { threadId?: unknown };
  return typeof threadId === 'string' ? threadId : undefined;
}

/** The order of the log: the newest first. */
export function compareEvents(one: Event, other: Event): number {
  return other.created_at.localeCompare(one.created_at);
}
