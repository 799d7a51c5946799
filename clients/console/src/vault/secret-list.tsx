import type { Secret } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { AgentName } from '../widgets/agent-name.tsx';
import { Confirm } from '../widgets/confirm.tsx';
import { EmptyState } from '../widgets/empty-state.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Intro } from '../widgets/intro.tsx';
import { PagedTable } from '../widgets/paged-table.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { TableRow } from '../widgets/table-row.tsx';
import { Time } from '../widgets/time.tsx';
import { useAction } from '../widgets/use-action.ts';
import { usePages } from '../widgets/use-pages.ts';
import { NewSecret } from './new-secret.tsx';

const COLUMNS = ['Secret', 'Version', 'Belongs to', 'Value last set', ''];

/** The secrets, without values, and a form for a new one. */
export function SecretList() {
  const pages = usePages<Secret>(
    'secrets',
    (signal, limit) => aidOfSession().vault.secrets.list({ limit }, { signal }).firstPage(),
    [],
  );
  const remove = useAction(async (id: string) => {
    await aidOfSession().vault.secrets.delete(id);
    pages.reload();
  });
  const row = ({ id, name, version, identity_id: of, rotated_at: rotated, created_at: at }: Secret) => (
    <TableRow
      key={id}
      id={id}
      cells={[
        <>
          {name} <code>{id}</code>
        </>,
        version,
        <AgentName id={of} />,
        <Time at={rotated ?? at} />,
        <Confirm title="Delete" question={`Delete ${name}? Its leases end.`} onConfirm={() => remove.run(id)} />,
      ]}
    />
  );
  const none = (
    <EmptyState
      title="There are no secrets yet."
      action={<NewSecret label="Store the first secret" onCreated={pages.reload} />}
    >
      For example the API key of a payment provider, which an agent may use and not see.
    </EmptyState>
  );
  return (
    <>
      <Intro action={<NewSecret onCreated={pages.reload} />}>
        A secret is a value that agents use and no one reads: no page and no request returns it. They use it by a lease.
      </Intro>
      <ErrorText error={remove.error} />
      <PagedTable pages={pages} label="Secrets" columns={COLUMNS} row={row} empty={none} />
      <Snippets call={{ name: 'vault.secrets.list', verb: 'GET', path: '/v1/vault/secrets', isList: true }} />
    </>
  );
}
