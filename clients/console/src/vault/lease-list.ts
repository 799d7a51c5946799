import { html } from 'htm/preact';
import type { Lease } from '../../../typescript/src/index.ts';
import { href } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { ListEnd } from '../widgets/list-end.ts';
import { Pill } from '../widgets/pill.ts';
import { Snippets } from '../widgets/snippets.ts';
import { Time } from '../widgets/time.ts';
import { usePages } from '../widgets/use-pages.ts';
import { NewLease } from './new-lease.ts';

/** The leases, newest first. */
export function LeaseList() {
  const pages = usePages<Lease>(
    'leases',
    (signal, limit) => aidOfSession().vault.leases.list({ limit }, { signal }).firstPage(),
    [],
  );
  return html`
    <ul class="rows leases" aria-label="Leases">
      ${(pages.rows ?? []).map(
        ({ id, status, purpose, use_count: used, max_uses: allowed, expires_at: at }) => html`
          <li key=${id}>
            <a data-row href=${href(['vault', id])}>
              <span><${Pill} status=${status} /></span>
              <span class="summary">${purpose ?? id}</span>
              <span>${used} of ${allowed} uses</span>
              <span>until <${Time} at=${at} /></span>
            </a>
          </li>
        `,
      )}
    </ul>
    <${ListEnd} pages=${pages} what="leases" empty="There are no leases yet." />
    <${NewLease} onCreated=${pages.reload} />
    <${Snippets} call=${{ name: 'vault.leases.list', verb: 'GET', path: '/v1/vault/leases', isList: true }} />
  `;
}
