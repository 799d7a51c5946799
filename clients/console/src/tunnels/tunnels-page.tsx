import type { Tunnel } from '../../../typescript/src/index.ts';
import { aidOfSession, isLocal } from '../shell/session.ts';
import { AgentName } from '../widgets/agent-name.tsx';
import { Confirm } from '../widgets/confirm.tsx';
import { CopyButton } from '../widgets/copy-button.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { PagedTable } from '../widgets/paged-table.tsx';
import { Pill } from '../widgets/pill.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { TableRow } from '../widgets/table-row.tsx';
import { Time } from '../widgets/time.tsx';
import { useAction } from '../widgets/use-action.ts';
import { useForm } from '../widgets/use-form.ts';
import { usePages } from '../widgets/use-pages.ts';
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
  const create = useForm(async (fields, form) => {
    await aidOfSession().tunnels.create({ name: fields.name ?? '' });
    form.reset();
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
  return (
    <>
      <div class="heading">
        <h1>Tunnels</h1>
        <button type="button" onClick={pages.reload}>
          Refresh
        </button>
      </div>
      <ErrorText error={remove.error} />
      <PagedTable pages={pages} label="Tunnels" columns={COLUMNS} row={row} empty="There are no tunnels yet." />
      {isLocal && pages.rows !== undefined && <TunnelRequests tunnels={pages.rows} />}
      <details class="new">
        <summary>New tunnel</summary>
        <form onSubmit={create.run}>
          <Field label="Tunnel name" name="name" required />
          <ErrorText error={create.error} />
          <button class="primary" disabled={create.isRunning}>
            Create tunnel
          </button>
        </form>
      </details>
      <Snippets call={{ name: 'tunnels.list', verb: 'GET', path: '/v1/tunnels', isList: true }} />
    </>
  );
}
