import { html } from 'htm/preact';
import type { Redemption } from '../../../typescript/src/index.ts';
import { href } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { Confirm } from '../widgets/confirm.ts';
import { ErrorText } from '../widgets/error-text.ts';
import { ListEnd } from '../widgets/list-end.ts';
import { Pill } from '../widgets/pill.ts';
import { Snippets } from '../widgets/snippets.ts';
import { Time } from '../widgets/time.ts';
import { useAction } from '../widgets/use-action.ts';
import { usePages } from '../widgets/use-pages.ts';

/** The redemptions of a lease, refused ones included. */
export function LeasePage({ id }: { readonly id: string }) {
  const pages = usePages<Redemption>(
    (signal) => aidOfSession().vault.leases.redemptions(id, { limit: 50 }, { signal }).firstPage(),
    [id],
  );
  const revoke = useAction(async () => {
    await aidOfSession().vault.leases.revoke(id);
    pages.reload();
  });
  const path = `/v1/vault/leases/${id}/redemptions`;
  return html`
    <p><a href=${href(['vault'])}>← Vault</a></p>
    <div class="heading">
      <h1>Lease</h1>
      <${Confirm} title="Revoke" question="Revoke the lease? It ends at once." onConfirm=${revoke.run} />
    </div>
    <p><code>${id}</code></p>
    <${ErrorText} error=${revoke.error} />
    <h2>Redemptions</h2>
    ${
      (pages.rows ?? []).length > 0 &&
      html`<div class="scroll" tabindex="0" role="region" aria-label="Redemptions">
        <table>
          <thead><tr><th>Time</th><th>Outcome</th><th>By</th><th>From</th><th>Version</th></tr></thead>
          <tbody>
            ${pages.rows?.map(
              ({ at, outcome, actor, address, version }) => html`
                <tr>
                  <td><${Time} at=${at} /></td>
                  <td><${Pill} status=${outcome} /></td>
                  <td>${actor.actor_type} <code>${actor.actor_id}</code></td>
                  <td>${address}</td>
                  <td>${version ?? ''}</td>
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>`
    }
    <${ListEnd} pages=${pages} what="redemptions" empty="No one has used it." />
    <${Snippets} call=${{ name: 'vault.leases.redemptions', verb: 'GET', path, ids: [id], isList: true }} />
  `;
}
