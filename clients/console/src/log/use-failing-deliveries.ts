import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Delivery } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { onWrite } from '../shell/written.ts';
import { useLoad } from '../widgets/use-load.ts';

/** How many deliveries of an event have not arrived. */
export interface FailingDeliveries {
  /** Those that are not tried again. */
  readonly failed: number;
  readonly retrying: number;
  /** The newest of those that are not tried again, or else of those that are. */
  readonly example: Delivery;
}

/** How many of the newest deliveries of each status are looked at. */
const MAX_READ = 200;
/** A delivery fails some time after its event, and no event says so. */
const REFRESH_MS = 20_000;

/** Counts what the person has noticed of replays: a replay is attempted some time after its request. */
const noticed = signal(0);

/** Says that replayed deliveries have been attempted. */
export function announceAttempts(): void {
  noticed.value += 1;
}

/**
 * The events of which deliveries have failed or are being retried, by id. Read again now and then while the page is
 * seen, and when deliveries were replayed here.
 */
export function useFailingDeliveries(): ReadonlyMap<string, FailingDeliveries> {
  const failing = useLoad(async (ending) => {
    const list = (status: 'dead_letter' | 'retrying') =>
      aidOfSession().webhooks.deliveries.list({ status, limit: MAX_READ }, { signal: ending }).firstPage();
    return Promise.all([list('dead_letter'), list('retrying')]);
  }, []);
  useEffect(() => {
    const readAgain = () => {
      if (document.visibilityState === 'visible') failing.reload();
    };
    const timer = setInterval(readAgain, REFRESH_MS);
    const endWrites = onWrite((path) => {
      if (/\/(?:replay|recover)$/.test(path)) failing.reload();
    });
    const endNotices = noticed.subscribe((count) => {
      if (count > 0) failing.reload();
    });
    return () => {
      clearInterval(timer);
      endWrites();
      endNotices();
    };
  }, []);
  const byEvent = new Map<string, FailingDeliveries>();
  for (const [index, deliveries] of (failing.data ?? []).entries()) {
    for (const delivery of deliveries) {
      const { event_id: id } = delivery;
      const { failed, retrying, example } = byEvent.get(id) ?? { failed: 0, retrying: 0, example: delivery };
      const [more, again] = index === 0 ? [1, 0] : [0, 1];
      byEvent.set(id, { failed: failed + more, retrying: retrying + again, example });
    }
  }
  return byEvent;
}
