import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import type { ApiKey } from '../../../typescript/src/index.ts';
import { aidOfSession, session } from '../shell/session.ts';
import { Confirm } from '../widgets/confirm.ts';
import { ErrorText } from '../widgets/error-text.ts';
import { IdLink } from '../widgets/id-link.ts';
import { ListEnd } from '../widgets/list-end.ts';
import { Pill } from '../widgets/pill.ts';
import { ShownOnce } from '../widgets/shown-once.ts';
import { Snippets } from '../widgets/snippets.ts';
import { Time } from '../widgets/time.ts';
import { useAction } from '../widgets/use-action.ts';
import { usePages } from '../widgets/use-pages.ts';
import { NewKey } from './new-key.ts';

/** The keys of the organization or of one agent, without their secrets. A new one is shown once. */
export function KeyTable({ identityId }: { readonly identityId?: string }) {
  const [created, setCreated] = useState<string>();
  const pages = usePages((signal) => aidOfSession().apiKeys.list({ limit: 200 }, { signal }).firstPage(), []);
  const revoke = useAction(async (id: string) => {
    await aidOfSession().apiKeys.revoke(id);
    pages.reload();
  });
  const isOrgKey = session.value?.actor.identity_id === undefined;
  const rows = (pages.rows ?? []).filter((key) => identityId === undefined || key.identity_id === identityId);
  const onCreated = (key: string) => {
    setCreated(key);
    pages.reload();
  };
  return html`
    ${created !== undefined && html`<${ShownOnce} what="The key" text=${created} />`}
    <${ErrorText} error=${revoke.error} />
    <div class="scroll" tabindex="0" role="region" aria-label="Keys">
      <table>
        <thead><tr><th>Name</th><th>Key</th><th>Acts as</th><th>Status</th><th>Last used</th><th>Created</th><th><span class="sr">Actions</span></th></tr></thead>
        <tbody>
          ${rows.map(
            (key: ApiKey) => html`
            <tr key=${key.id}>
              <td>${key.name}</td>
              <td><code>${key.key_prefix}…</code></td>
              <td>${key.identity_id === undefined ? 'organization' : html`<${IdLink} id=${key.identity_id} />`}</td>
              <td><${Pill} status=${key.status} /></td>
              <td><${Time} at=${key.last_used_at} /></td>
              <td><${Time} at=${key.created_at} /></td>
              <td>
                ${
                  isOrgKey &&
                  key.status === 'active' &&
                  html`<${Confirm} title="Revoke" question=${`Revoke ${key.name}? It never works again.`} onConfirm=${() => revoke.run(key.id)} />`
                }
              </td>
            </tr>
          `,
          )}
        </tbody>
      </table>
    </div>
    <${ListEnd} pages=${pages} what="keys" empty="There is no key." />
    ${isOrgKey && html`<${NewKey} identityId=${identityId} onCreated=${onCreated} />`}
    <${Snippets} call=${{ name: 'apiKeys.list', verb: 'GET', path: '/v1/api-keys', isList: true }} />
  `;
}
