import type { Tunnel } from '../../../typescript/src/index.ts';
import { aidOfSession, isLocal } from '../shell/session.ts';
import { AgentName } from '../widgets/agent-name.tsx';
import { Confirm } from '../widgets/confirm.tsx';
import { CopyButton } from '../widgets/copy-button.tsx';
import { EmptyState } from '../widgets/empty-state.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Intro } from '../widgets/intro.tsx';
import { PagedTable } from '../widgets/paged-table.tsx';
import { Pill } from '../widgets/pill.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { TableRow } from '../widgets/table-row.tsx';
import { Time } from '../widgets/time.tsx';
import { useAction } from '../widgets/use-action.ts';
import { usePages } from '../widgets/use-pages.ts';
import { NewTunnel } from './new-tunnel.tsx';
import { TunnelRequests } from './tunnel-requests.tsx';

const COLUMNS = ['Tunnel', 'Public address', 'Last connected', 'Belongs to', ''];
const QUESTION = 'Delete the tunnel? Its address will never work again.';

/** The tunnels and their public addresses, and a form for a new one. */
export function TunnelsPage() {
  const pages = usePages<Tunnel>(
    'tunnels',
    (signal, limit) => aidOfSession().tunnels.list({ limit }, { signal }).firstPage(),
    [],
  );
  const remove = useAction(async (id: string) => {
    await aidOfSession().tunnels.delete(id);
    pages.reload();
  });
  const row = ({ id, name, public_url: url, connected, status, last_connected_at: at, identity_id: of }: Tunnel) => (
    <TableRow
      key={id}
      id={id}
      cells={[
        <>
          {name} <code>{id}</code>
        </>,
        <>
          <span class="url">{url}</span> <CopyButton text={url} />
        </>,
        <>
          <Pill status={connected ? 'connected' : status} /> <Time at={at} />
        </>,
        <AgentName id={of} />,
        <Confirm title="Delete" question={QUESTION} onConfirm={() => remove.run(id)} />,
      ]}
    />
  );
  const none = (
    <EmptyState
      title="There are no tunnels yet."
      action={<NewTunnel label="Create the first tunnel" onCreated={pages.reload} />}
    >
      Once there is one, <code>aid tunnel</code> connects it to a port of your machine.
    </EmptyState>
  );
  return (
    <>
      <div class="heading">
        <h1>Tunnels</h1>
        <button type="button" onClick={pages.reload}>
          Refresh
        </button>
      </div>
      <Intro action={<NewTunnel onCreated={pages.reload} />}>
        A tunnel gives a server without a public address one, for example the receiver of webhooks on a laptop. Requests
        to the address reach it over <code>aid tunnel</code>.
      </Intro>
      <ErrorText error={remove.error} />
      <PagedTable pages={pages} label="Tunnels" columns={COLUMNS} row={row} empty={none} />
      {isLocal && pages.rows !== undefined && <TunnelRequests tunnels={pages.rows} />}
      <Snippets call={{ name: 'tunnels.list', verb: 'GET', path: '/v1/tunnels', isList: true }} />
    </>
  );
}
