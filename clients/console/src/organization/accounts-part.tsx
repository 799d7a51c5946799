import type { ProviderAccount } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { Confirm } from '../widgets/confirm.tsx';
import { EmptyState } from '../widgets/empty-state.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { PagedTable } from '../widgets/paged-table.tsx';
import { Pill } from '../widgets/pill.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { TableRow } from '../widgets/table-row.tsx';
import { useAction } from '../widgets/use-action.ts';
import { usePages } from '../widgets/use-pages.ts';

/** The organization's own accounts with mail providers. */
export function AccountsPart() {
  const pages = usePages<ProviderAccount>(
    'accounts',
    (signal, limit) => aidOfSession().providerAccounts.list({ limit }, { signal }).firstPage(),
    [],
  );
  const { providerAccounts } = aidOfSession();
  const verify = useAction(async (id: string) => {
    await providerAccounts.verify(id);
    pages.reload();
  });
  const remove = useAction(async (id: string) => {
    await providerAccounts.delete(id);
    pages.reload();
  });
  const row = (account: ProviderAccount) => {
    const { id, name, is_default: isDefault, provider, host, region, status, last_error: failed } = account;
    const cells = [
      <>
        {name}
        {isDefault && (
          <>
            {' '}
            <span class="pill">default</span>
          </>
        )}
      </>,
      `${provider} ${host ?? region}`,
      <>
        <Pill status={status} /> {failed !== null && <span class="error">{failed}</span>}
      </>,
      <div class="actions">
        <button type="button" disabled={verify.isRunning} onClick={() => verify.run(id)}>
          Check
        </button>
        <Confirm title="Delete" question={`Delete ${name}?`} onConfirm={() => remove.run(id)} />
      </div>,
    ];
    return <TableRow key={id} id={id} cells={cells} />;
  };
  const none = (
    <EmptyState title="There are no provider accounts.">
      The service itself sends the organization’s email. An account with Amazon SES or an SMTP server, made by{' '}
      <code>POST /v1/provider-accounts</code>, sends it instead.
    </EmptyState>
  );
  return (
    <>
      <ErrorText error={verify.error ?? remove.error} />
      <PagedTable
        pages={pages}
        label="Provider accounts"
        columns={['Name', 'Provider', 'Status', '']}
        row={row}
        empty={none}
      />
      <Snippets call={{ name: 'providerAccounts.list', verb: 'GET', path: '/v1/provider-accounts', isList: true }} />
    </>
  );
}
