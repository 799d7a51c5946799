import { aidOfSession, type Session } from '../shell/session.ts';
import { useLoad } from '../widgets/use-load.ts';
import { useReloadOnEvent } from '../widgets/use-reload-on-event.ts';

/** How many waiting approvals are counted. */
const MAX_COUNTED = 50;

/** How many approvals wait for a decision, as the navigation shows it: `3`, `50+`; `undefined` if none does. */
export function usePendingCount({ actor }: Session): string | undefined {
  const pending = useLoad(
    (signal) => aidOfSession().approvals.list({ status: 'pending', limit: MAX_COUNTED }, { signal }).firstPage(),
    [actor],
  );
  useReloadOnEvent(pending, ({ type }) => type.startsWith('approval.'));
  const { data } = pending;
  if (data === undefined || data.length === 0) return undefined;
  return data.hasMore ? `${data.length}+` : String(data.length);
}
