import { html } from 'htm/preact';
import type { Identity } from '../../../typescript/src/index.ts';
import { href } from '../shell/route.ts';
import { aidOfSession, session } from '../shell/session.ts';
import { ListEnd } from '../widgets/list-end.ts';
import { pageOf } from '../widgets/page-of.ts';
import { Pill } from '../widgets/pill.ts';
import { Snippets } from '../widgets/snippets.ts';
import { Time } from '../widgets/time.ts';
import { usePages } from '../widgets/use-pages.ts';
import { NewAgent } from './new-agent.ts';

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
  return html`
    <h1>Agents</h1>
    <ul class="rows agents" aria-label="Agents">
      ${(pages.rows ?? []).map((agent) => html`<${AgentRow} key=${agent.id} agent=${agent} />`)}
    </ul>
    <${ListEnd} pages=${pages} what="agents" empty="There are no agents yet." />
    ${own === undefined && html`<${NewAgent} onCreated=${pages.reload} />`}
    <${Snippets} call=${{ name: 'identities.list', verb: 'GET', path: '/v1/identities', isList: true }} />
  `;
}

function AgentRow({ agent }: { readonly agent: Identity }) {
  return html`
    <li>
      <a data-row href=${href(['agents', agent.id, 'mail'])}>
        <strong>${agent.display_name}</strong>
        <code>${agent.email_address ?? agent.handle}</code>
        <span><${Pill} status=${agent.status} /></span>
        <${Time} at=${agent.created_at} />
      </a>
    </li>
  `;
}
