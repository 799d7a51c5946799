import type { Approval, Identity } from '../../../typescript/src/index.ts';
import { href, hrefWith, route } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { AgentSelect } from '../widgets/agent-select.tsx';
import { labelOf } from '../widgets/code.tsx';
import { EmptyState } from '../widgets/empty-state.tsx';
import { Intro } from '../widgets/intro.tsx';
import { LinkRow } from '../widgets/link-row.tsx';
import { ListEnd } from '../widgets/list-end.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { Time } from '../widgets/time.tsx';
import { useAgents } from '../widgets/use-agents.ts';
import { usePages } from '../widgets/use-pages.ts';
import { useReloadOnEvent } from '../widgets/use-reload-on-event.ts';
import { ApprovalStatus } from './approval-status.tsx';

/** The first one is what the page shows at first, and the empty one is for all. */
const STATUSES = ['pending', 'approved', 'denied', 'failed', 'expired', 'canceled', ''] as const;

/**
 * The approvals of the organization, newest first. The list decides nothing: a person decides on the page that shows
 * all that would happen.
 */
export function ApprovalList() {
  const { query } = route.value;
  const status = query.get('status') ?? STATUSES[0];
  const agent = query.get('identity_id') ?? '';
  const agents = useAgents();
  const filter = { ...(status !== 'all' && { status }), ...(agent !== '' && { identity_id: agent }) };
  const pages = usePages<Approval>(
    'approvals',
    (signal, limit) =>
      aidOfSession()
        .approvals.list({ ...filter, limit }, { signal })
        .firstPage(),
    [filter],
  );
  useReloadOnEvent(pages, ({ type }) => type.startsWith('approval.'));
  const links = STATUSES.map((one) => {
    const name = one || 'all';
    return { href: hrefWith({ status: name }), title: labelOf(name), isCurrent: name === status };
  });
  const none = (
    <EmptyState
      title="Nothing is here."
      action={<a href={href(['organization', 'approvals'])}>Choose what waits for a person</a>}
    >
      An action that a setting holds appears as the agent asks for it, and the approvers get an email.
    </EmptyState>
  );
  return (
    <>
      <h1>Approvals</h1>
      <Intro>
        What agents may not do without a person: emails, leases, tunnels and tasks that a setting holds. None of it has
        happened yet. <a href={href(['organization', 'approvals'])}>Settings</a>
      </Intro>
      <form class="filters" aria-label="Filters" onSubmit={(event: Event) => event.preventDefault()}>
        <LinkRow class="parts" label="Status" links={links} />
        <AgentSelect value={agent} />
      </form>
      <ul class="rows approvals" aria-label="Approvals">
        {(pages.rows ?? []).map((approval) => (
          <ApprovalRow key={approval.id} approval={approval} agents={agents} />
        ))}
      </ul>
      <ListEnd pages={pages} what="approvals" empty={none} />
      <Snippets call={{ name: 'approvals.list', verb: 'GET', path: '/v1/approvals', params: filter, isList: true }} />
    </>
  );
}

interface ApprovalRowProps {
  readonly approval: Approval;
  readonly agents: ReadonlyMap<string, Identity>;
}

function ApprovalRow({ approval, agents }: ApprovalRowProps) {
  const { id, status, identity_id: agent, preview, requested_at: at } = approval;
  return (
    <li>
      <a data-row href={href(['approvals', id])}>
        <span>
          <ApprovalStatus status={status} />
        </span>
        <span class="agent">{agents.get(agent)?.display_name ?? agent}</span>
        <span class="summary">{preview.summary}</span>
        <Time at={at} />
      </a>
    </li>
  );
}
