import type { Delivery, ListDeliveriesParams } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { type PagesRead, usePages } from '../widgets/use-pages.ts';
import { useRefresh } from '../widgets/use-refresh.ts';

/** The deliveries of an event, to an endpoint, or all. Reloads while attempts are due. */
export function useDeliveries(filter: ListDeliveriesParams): PagesRead<Delivery> {
  const pages = usePages(
    'deliveries',
    (signal, limit) =>
      aidOfSession()
        .webhooks.deliveries.list({ ...filter, limit }, { signal })
        .firstPage(),
    [filter],
  );
  const isMoving = pages.rows?.some(({ status }) => status === 'pending' || status === 'retrying') ?? false;
  // The relay creates a delivery a moment after its event.
  const isNew = pages.rows?.length === 0;
  useRefresh(pages, { isOn: isMoving || isNew });
  return pages;
}
