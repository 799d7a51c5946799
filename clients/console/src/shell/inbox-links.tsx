import { useEffect } from 'preact/hooks';
import type { Identity } from '../../../typescript/src/index.ts';
import { labelOf } from '../widgets/code.tsx';
import { useAgents } from '../widgets/use-agents.ts';
import { useLoad } from '../widgets/use-load.ts';
import { useReloadOnEvent } from '../widgets/use-reload-on-event.ts';
import { href, route } from './route.ts';
import { aidOfSession } from './session.ts';
import { onWrite } from './written.ts';

/** How many agents the sidebar has. Each costs a request when the console opens; the page of agents has all. */
const MAX_AGENTS = 8;
/** How many unread emails of an agent are counted. */
const MAX_COUNTED = 20;

/** The agents, each with what waits in its inbox, or its state if it is not active. */
export function InboxLinks() {
  const agents = [...useAgents().values()];
  if (agents.length === 0) return null;
  return (
    <nav class="links" aria-label="Inboxes">
      <span class="title">Inboxes</span>
      {agents.slice(0, MAX_AGENTS).map((agent) => (
        <InboxLink key={agent.id} agent={agent} />
      ))}
      {agents.length > MAX_AGENTS && (
        <a href={href(['agents'])} class="quiet">
          All {agents.length} agents
        </a>
      )}
    </nav>
  );
}

function InboxLink({ agent: { id, display_name: name, status } }: { readonly agent: Identity }) {
  const [area, shown] = route.value.path;
  const unread = useUnread(id);
  return (
    <a href={href(['agents', id, 'mail'])} aria-current={area === 'agents' && shown === id ? 'true' : undefined}>
      <span class="name">{name}</span>
      {status === 'active' ? (
        unread !== undefined && (
          <span class="count">
            {unread} <span class="sr">unread</span>
          </span>
        )
      ) : (
        <span class="pill warning">{labelOf(status)}</span>
      )}
    </a>
  );
}

/** How many unread emails are in the inbox of an agent: `3`, `20+`; `undefined` if there are none. */
function useUnread(agentId: string): string | undefined {
  const unread = useLoad(
    (signal) =>
      aidOfSession()
        .identity(agentId)
        .mail.messages.list({ folder: 'inbox', is_read: false, limit: MAX_COUNTED }, { signal })
        .firstPage(),
    [agentId],
  );
  useReloadOnEvent(unread, ({ type, identity_id: of }) => of === agentId && type === 'mail.received');
  // Reading an email, or moving it, is not an event.
  useEffect(
    () =>
      onWrite((path) => {
        if (path.includes(`/${agentId}/mail/messages/`)) unread.reload();
      }),
    [agentId],
  );
  const { data } = unread;
  if (data === undefined || data.length === 0) return undefined;
  return data.hasMore ? `${data.length}+` : String(data.length);
}
