import { useState } from 'preact/hooks';
import type { Delivery, ListDeliveriesParams } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { useLoadCount } from '../widgets/use-load-count.ts';
import { type PagesRead, usePages } from '../widgets/use-pages.ts';
import { useRefresh } from '../widgets/use-refresh.ts';
import { PAUSES_MS, readAgainAfter } from './read-again.ts';

/** The relay creates a delivery a moment after its event: how often an empty list is read for it. */
const MAX_EMPTY_READS = 10;

/** Deliveries of an event, to an endpoint, or all. Reloads while attempts are due, and after `reload` for new ones. */
export function useDeliveries(filter: ListDeliveriesParams): PagesRead<Delivery> {
  const pages = usePages(
    'deliveries',
    (signal, limit) =>
      aidOfSession()
        .webhooks.deliveries.list({ ...filter, limit }, { signal })
        .firstPage(),
    [filter],
  );
  const { rows, state } = pages;
  const [asked, setAsked] = useState(0);
  const isNew = useLoadCount(state, JSON.stringify([filter, asked])) < MAX_EMPTY_READS && rows?.length === 0;
  const pause = isNew ? PAUSES_MS.due : readAgainAfter(rows ?? [], Date.now());
  useRefresh(pages, { isOn: pause !== undefined, afterMs: pause });
  const reload = () => {
    setAsked((before) => before + 1);
    pages.reload();
  };
  return { ...pages, reload };
}
