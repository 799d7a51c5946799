import { useEffect, useRef } from 'preact/hooks';
import type { Event, Page } from '../../../typescript/src/index.ts';
import { arrived } from '../shell/live-events.ts';
import { aidOfSession } from '../shell/session.ts';
import { type PagesRead, usePages } from '../widgets/use-pages.ts';
import { type EventFilter, matches, merged } from './event-filter.ts';

/** The events of the log that match a filter, the newest first. */
export interface LogRead {
  /** Those after the gap. */
  readonly newer: readonly Event[];
  /** Whether events between the newer and the older ones have not been loaded yet. */
  readonly hasGap: boolean;
  readonly older: readonly Event[];
  readonly pages: PagesRead<Event>;
}

/** How many events had arrived when a page was requested: the page and those after it have these events. */
const arrivedBefore = new WeakMap<Page<Event>, number>();

/**
 * The log with what arrives on the stream. Of that, only the newest events are kept. If some of the others came after
 * the log was loaded, it is loaded again.
 */
export function useLog(filter: EventFilter): LogRead {
  const pages = usePages<Event>(
    'events',
    async (signal, limit) => {
      const { count } = arrived.value;
      const page = await aidOfSession()
        .events.list({ ...filter, limit }, { signal })
        .firstPage();
      arrivedBefore.set(page, count);
      return page;
    },
    [filter],
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
  if (!hasGap) return { newer: [], hasGap, older: merged(live, rows), pages };
  return { newer: live, hasGap, older: rows, pages };
}
