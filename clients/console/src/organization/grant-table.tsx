import type { Grant } from '../../../typescript/src/index.ts';
import { aidOfSession, apiUrl } from '../shell/session.ts';
import { AgentName } from '../widgets/agent-name.tsx';
import { Confirm } from '../widgets/confirm.tsx';
import { EmptyState } from '../widgets/empty-state.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { PagedTable } from '../widgets/paged-table.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { TableRow } from '../widgets/table-row.tsx';
import { Time } from '../widgets/time.tsx';
import { useAction } from '../widgets/use-action.ts';
import { usePages } from '../widgets/use-pages.ts';

const COLUMNS = ['Connector', 'Agents', 'Permissions', 'Allowed', 'Last token', ''];

/** What people have allowed MCP connectors. Each grant can be revoked. */
export function GrantTable() {
  const pages = usePages('grants', (signal) => aidOfSession().grants.list({ limit: 200 }, { signal }).firstPage(), []);
  const revoke = useAction(async (id: string) => {
    await aidOfSession().grants.revoke(id);
    pages.reload();
  });
  const row = (grant: Grant) => (
    <TableRow
      key={grant.id}
      id={grant.id}
      cells={[
        <>
          <strong>{grant.client_host}</strong>
          {grant.client_name !== null && <div class="quiet">calls itself “{grant.client_name}”</div>}
        </>,
        grant.agents.map((id) => (
          <div key={id}>
            <AgentName id={id} />
          </div>
        )),
        <>
          {grant.scopes.join(', ')}
          {grant.recipients !== null && <div class="quiet">writes only to {grant.recipients.join(', ')}</div>}
        </>,
        <Time at={grant.created_at} />,
        grant.last_used_at === null ? <span class="quiet">never</span> : <Time at={grant.last_used_at} />,
        grant.revoked_at === null ? (
          <Confirm
            title="Revoke"
            question={`Revoke the access of ${grant.client_host}? It ends immediately.`}
            onConfirm={() => revoke.run(grant.id)}
          />
        ) : (
          <span class="quiet">
            revoked <Time at={grant.revoked_at} />
          </span>
        ),
      ]}
    />
  );
  const none = (
    <EmptyState title="No connector has access.">
      Add the address <code>{apiUrl}/v1/mcp</code> to an MCP client. It asks a member to log in and to choose agents.
    </EmptyState>
  );
  return (
    <>
      <p class="quiet">
        MCP connectors that people have allowed to act for agents. The host really is the connector’s; the name is only
        what it calls itself.
      </p>
      <ErrorText error={revoke.error} />
      <PagedTable pages={pages} label="Connectors" columns={COLUMNS} row={row} empty={none} />
      <Snippets call={{ name: 'grants.list', verb: 'GET', path: '/v1/grants', isList: true }} />
    </>
  );
}
