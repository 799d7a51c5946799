import type { Identity } from '../../../typescript/src/index.ts';
import { unreadInInboxes, unreadText, useUnread } from '../agents/unread-counts.ts';
import { labelOf } from '../widgets/code.tsx';
import { useAgents } from '../widgets/use-agents.ts';
import { href, route } from './route.ts';

/** How many agents the sidebar has. Each costs a request when the console opens; the page of agents has all. */
const MAX_AGENTS = 8;

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
  const unread = unreadText(useUnread(id), 'inbox');
  return (
    <a href={href(['agents', id, 'mail'])} aria-current={area === 'agents' && shown === id ? 'true' : undefined}>
      <span class="name">{name}</span>
      {status === 'active' ? <Unread count={unread} /> : <span class="pill warning">{labelOf(status)}</span>}
    </a>
  );
}

/** What is unread in the inboxes of the agents that the sidebar has. */
export function InboxCount() {
  const ids = [...useAgents().keys()];
  return <Unread count={unreadInInboxes(ids.slice(0, MAX_AGENTS), ids.length <= MAX_AGENTS)} />;
}

function Unread({ count }: { readonly count: string | undefined }) {
  if (count === undefined) return null;
  return (
    <span class="count">
      {count} <span class="sr">unread</span>
    </span>
  );
}
