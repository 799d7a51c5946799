import { useEffect } from 'preact/hooks';
import { aidOfSession } from '../shell/session.ts';
import { onWrite } from '../shell/written.ts';
import { useLoad } from '../widgets/use-load.ts';

/** How many deliveries of an event have not arrived. */
export interface FailingDeliveries {
  /** Those that are not tried again. */
  readonly failed: number;
  readonly retrying: number;
}

/** How many of the newest deliveries of each status are looked at. */
const MAX_READ = 200;
/** A delivery fails some time after its event, and no event says so. */
const REFRESH_MS = 20_000;

/** The events of which deliveries have failed or are being retried. Read again now and then while the page is seen. */
export function useFailingDeliveries(): ReadonlyMap<string, FailingDeliveries> {
  const failing = useLoad(async (signal) => {
    const list = (status: 'dead_letter' | 'retrying') =>
      aidOfSession().webhooks.deliveries.list({ status, limit: MAX_READ }, { signal }).firstPage();
    return Promise.all([list('dead_letter'), list('retrying')]);
  }, []);
  useEffect(() => {
    const readAgain = () => {
      if (document.visibilityState === 'visible') failing.reload();
    };
    const timer = setInterval(readAgain, REFRESH_MS);
    const endWrites = onWrite((path) => {
      if (path.endsWith('/replay')) failing.reload();
    });
    return () => {
      clearInterval(timer);
      endWrites();
    };
  }, []);
  const byEvent = new Map<string, FailingDeliveries>();
  for (const [index, deliveries] of (failing.data ?? []).entries()) {
    for (const { event_id: id } of deliveries) {
      const { failed, retrying } = byEvent.get(id) ?? { failed: 0, retrying: 0 };
      byEvent.set(id, index === 0 ? { failed: failed + 1, retrying } : { failed, retrying: retrying + 1 });
    }
  }
  return byEvent;
}
