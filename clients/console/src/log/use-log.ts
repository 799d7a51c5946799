import { useEffect, useRef } from 'preact/hooks';
import type { Event, Page } from '../../../typescript/src/index.ts';
import { arrived } from '../shell/arrived.ts';
import { aidOfSession } from '../shell/session.ts';
import { entriesOf, type ListEntry } from '../widgets/list-entries.ts';
import { type PagesRead, usePages } from '../widgets/use-pages.ts';
import { compareEvents, type EventFilter, matches } from './event-filter.ts';

/** The events of the log that match a filter, the newest first. */
export interface LogRead {
  /** The events, and where some of them have not been loaded yet. */
  readonly entries: readonly ListEntry<Event>[];
  readonly pages: PagesRead<Event>;
}

/** What distinguishes the log from other lists: its name and its filter. */
export const listOfLog = (filter: EventFilter) => ['events', [filter]] as const;

/** How many events had arrived when a page was requested: the page and those after it have these events. */
const arrivedBefore = new WeakMap<Page<Event>, number>();

/**
 * The log with what arrives on the stream. Of that, only the newest events are kept. If some of the others came after
 * the log was loaded, it is loaded again.
 */
export function useLog(filter: EventFilter): LogRead {
  const [name, on] = listOfLog(filter);
  const pages = usePages<Event>(
    name,
    async (signal, limit) => {
      const { count } = arrived.value;
      const page = await aidOfSession()
        .events.list({ ...filter, limit }, { signal })
        .firstPage();
      arrivedBefore.set(page, count);
      return page;
    },
    on,
  );
  const { kept, count } = arrived.value;
  const { first, rows = [], reload } = pages;
  const hasGap = first !== undefined && count - kept.length > (arrivedBefore.get(first) ?? 0);
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    if (hasGap) latest.current();
  }, [hasGap, first]);
  const live = kept.filter((event) => matches(event, filter));
  const entries = entriesOf({ live, loaded: rows, hasGap, keyOf: ({ id }) => id, compare: compareEvents });
  return { entries, pages };
}
