import { html } from 'htm/preact';
import type { ProviderAccount } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { Confirm } from '../widgets/confirm.ts';
import { ErrorText } from '../widgets/error-text.ts';
import { ListEnd } from '../widgets/list-end.ts';
import { Pill } from '../widgets/pill.ts';
import { Snippets } from '../widgets/snippets.ts';
import { useAction } from '../widgets/use-action.ts';
import { usePages } from '../widgets/use-pages.ts';

/** The organization's own accounts with mail providers. */
export function AccountsPart() {
  const pages = usePages<ProviderAccount>(
    (signal) => aidOfSession().providerAccounts.list({ limit: 50 }, { signal }).firstPage(),
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
  const row = (account: ProviderAccount) => html`
    <tr key=${account.id}>
      <td>${account.name}${account.is_default && html` <span class="pill">default</span>`}</td>
      <td>${account.provider} ${account.host ?? account.region}</td>
      <td><${Pill} status=${account.status} /> ${account.last_error !== null && html`<span class="error">${account.last_error}</span>`}</td>
      <td class="actions">
        <button type="button" disabled=${verify.isRunning} onClick=${() => verify.run(account.id)}>Check</button>
        <${Confirm} title="Delete" question=${`Delete ${account.name}?`} onConfirm=${() => remove.run(account.id)} />
      </td>
    </tr>
  `;
  return html`
    <${ErrorText} error=${verify.error ?? remove.error} />
    ${
      (pages.rows ?? []).length > 0 &&
      html`<div class="scroll" tabindex="0" role="region" aria-label="Provider accounts">
        <table>
          <thead><tr><th>Name</th><th>Provider</th><th>Status</th><th><span class="sr">Actions</span></th></tr></thead>
          <tbody>${pages.rows?.map(row)}</tbody>
        </table>
      </div>`
    }
    <${ListEnd} pages=${pages} what="accounts" empty="There is none. The service sends the organization's mail." />
    <${Snippets} call=${{ name: 'providerAccounts.list', verb: 'GET', path: '/v1/provider-accounts', isList: true }} />
  `;
}
