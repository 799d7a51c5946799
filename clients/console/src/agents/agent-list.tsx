import type { Identity } from '../../../typescript/src/index.ts';
import { href } from '../shell/route.ts';
import { aidOfSession, session } from '../shell/session.ts';
import { EmptyState } from '../widgets/empty-state.tsx';
import { Intro } from '../widgets/intro.tsx';
import { ListEnd } from '../widgets/list-end.tsx';
import { pageOf } from '../widgets/page-of.ts';
import { Pill } from '../widgets/pill.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { Time } from '../widgets/time.tsx';
import { usePages } from '../widgets/use-pages.ts';
import { NewAgent } from './new-agent.tsx';

/** The agents of the organization, and a form for a new one. With an agent key, only that agent. */
export function AgentList() {
  const own = session.value?.actor.identity_id;
  const pages = usePages(
    'agents',
    async (signal, limit) => {
      const { identities } = aidOfSession();
      return own === undefined
        ? identities.list({ limit }, { signal }).firstPage()
        : pageOf([await identities.get(own, { signal })]);
    },
    [own],
  );
  const none = (
    <EmptyState
      title="There are no agents yet."
      action={<NewAgent label="Create the first agent" onCreated={pages.reload} />}
    >
      Give one a handle, and it can send and receive email at once.
    </EmptyState>
  );
  return (
    <>
      <h1>Agents</h1>
      <Intro action={own === undefined && <NewAgent onCreated={pages.reload} />}>
        An agent is an identity for a program: a handle, an email address, tasks from other agents, and keys of its own.
      </Intro>
      <ul class="rows agents" aria-label="Agents">
        {(pages.rows ?? []).map((agent) => (
          <AgentRow key={agent.id} agent={agent} />
        ))}
      </ul>
      <ListEnd pages={pages} what="agents" empty={none} />
      <Snippets call={{ name: 'identities.list', verb: 'GET', path: '/v1/identities', isList: true }} />
    </>
  );
}

function AgentRow({ agent }: { readonly agent: Identity }) {
  return (
    <li>
      <a data-row href={href(['agents', agent.id, 'mail'])}>
        <strong>{agent.display_name}</strong>
        <code>{agent.email_address ?? agent.handle}</code>
        <span>
          <Pill status={agent.status} />
        </span>
        <Time at={agent.created_at} />
      </a>
    </li>
  );
}
