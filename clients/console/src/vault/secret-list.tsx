import type { Secret } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { AgentName } from '../widgets/agent-name.tsx';
import { Confirm } from '../widgets/confirm.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { PagedTable } from '../widgets/paged-table.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { TableRow } from '../widgets/table-row.tsx';
import { Time } from '../widgets/time.tsx';
import { useAction } from '../widgets/use-action.ts';
import { useForm } from '../widgets/use-form.ts';
import { usePages } from '../widgets/use-pages.ts';

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
  const create = useForm(async ({ name = '', value = '' }, form) => {
    await aidOfSession().vault.secrets.create({ name, value });
    form.reset();
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
  return (
    <>
      <ErrorText error={remove.error} />
      <PagedTable pages={pages} label="Secrets" columns={COLUMNS} row={row} empty="There are no secrets yet." />
      <details class="new">
        <summary>New secret</summary>
        <form onSubmit={create.run}>
          <Field label="Secret name" name="name" required />
          <Field
            label="Value"
            name="value"
            type="password"
            autocomplete="off"
            required
            hint="It is never shown again"
          />
          <ErrorText error={create.error} />
          <button class="primary" disabled={create.isRunning}>
            Store secret
          </button>
        </form>
      </details>
      <Snippets call={{ name: 'vault.secrets.list', verb: 'GET', path: '/v1/vault/secrets', isList: true }} />
    </>
  );
}
