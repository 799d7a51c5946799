import { aidOfSession } from '../shell/session.ts';
import { useLoad } from '../widgets/use-load.ts';
import { useReloadOnEvent } from '../widgets/use-reload-on-event.ts';
import { isUndelivered } from './message-signs.ts';

/** How many sent emails are looked at, and how old they may be. */
const MAX_SENT = 100;
const RECENT_MS = 7 * 24 * 60 * 60 * 1000;

/** What becomes of sent mail. */
const OUTCOMES: ReadonlySet<string> = new Set(['mail.bounced', 'mail.complained', 'approval.decided']);

/** How many of an agent's newest emails did not arrive within the last week; `undefined` if all did. */
export function useUndelivered(agentId: string): string | undefined {
  const sent = useLoad(
    (signal) =>
      aidOfSession().identity(agentId).mail.messages.list({ folder: 'sent', limit: MAX_SENT }, { signal }).firstPage(),
    [agentId],
  );
  useReloadOnEvent(sent, ({ type, identity_id: of }) => of === agentId && OUTCOMES.has(type));
  const since = new Date(Date.now() - RECENT_MS).toISOString();
  const count = (sent.data ?? []).filter((one) => isUndelivered(one) && one.created_at > since).length;
  return count === 0 ? undefined : String(count);
}
