import { useEffect } from 'preact/hooks';
import type { Delivery } from '../../../typescript/src/index.ts';
import { isLogged } from '../organization/delivered-event.tsx';
import { isNotifying, notify } from './notifications.ts';
import { href } from './route.ts';
import { aidOfSession, session } from './session.ts';

/** No event says that a delivery has failed, so the deliveries are read now and then. */
const READ_MS = 30_000;
const MAX_READ = 200;
/** Older ones have ended: the attempts of one take 28 hours, and 84 more where its receiver asks for that. */
const RETRIED_MS = 5 * 24 * 60 * 60 * 1000;

/** Notifies of deliveries that have failed for good. Where the person has not asked for that, it reads nothing. */
export function useDeliveryNotifications(): void {
  const isOn = isNotifying.value;
  useEffect(() => {
    if (!isOn) return;
    const ending = new AbortController();
    /** Those that have been read; `undefined` before the first read, which tells what had failed before. */
    let known: Set<string> | undefined;
    const read = async () => {
      const query = { status: 'dead_letter' as const, since: new Date(Date.now() - RETRIED_MS), limit: MAX_READ };
      const failed = await aidOfSession().webhooks.deliveries.list(query, { signal: ending.signal }).firstPage();
      const before = known ?? new Set(failed.map(failureOf));
      const fresh = failed.filter((delivery) => !before.has(failureOf(delivery)));
      known = new Set([...before, ...fresh.map(failureOf)]);
      if (!document.hasFocus()) notifyOf(fresh);
    };
    // If the service cannot be reached, the next read has what this one would have had.
    const readOrLeave = () => {
      if (isNotifying.value) void read().catch(() => undefined);
    };
    readOrLeave();
    const timer = setInterval(readOrLeave, READ_MS);
    return () => {
      ending.abort();
      clearInterval(timer);
    };
  }, [isOn, session.value]);
}

/** A delivery that is replayed may fail another time. */
const failureOf = ({ id, updated_at: at }: Delivery) => `${id} ${at}`;

/** Notifies of the newest delivery that has failed, and of how many there are. */
function notifyOf(failed: readonly Delivery[]): void {
  const [newest] = failed;
  if (newest === undefined) return;
  const { id, event_type: type, event_id: eventId, url, last_error: error } = newest;
  const page = isLogged(type) ? ['log', eventId] : ['organization', 'deliveries', id];
  notify({
    title: failed.length === 1 ? 'A delivery failed for good' : `${failed.length} deliveries failed for good`,
    body: `${type} to ${url}${error === null ? '' : `: ${error}`}`,
    tag: failureOf(newest),
    address: href(failed.length === 1 ? page : ['log']),
  });
}
