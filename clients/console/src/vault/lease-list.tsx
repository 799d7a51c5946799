import type { Lease } from '../../../typescript/src/index.ts';
import { href } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { ListEnd } from '../widgets/list-end.tsx';
import { Pill } from '../widgets/pill.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { Time } from '../widgets/time.tsx';
import { usePages } from '../widgets/use-pages.ts';
import { NewLease } from './new-lease.tsx';

/** The leases, newest first. */
export function LeaseList() {
  const pages = usePages<Lease>(
    'leases',
    (signal, limit) => aidOfSession().vault.leases.list({ limit }, { signal }).firstPage(),
    [],
  );
  return (
    <>
      <ul class="rows leases" aria-label="Leases">
        {(pages.rows ?? []).map(({ id, status, purpose, use_count: used, max_uses: allowed, expires_at: at }) => (
          <li key={id}>
            <a data-row href={href(['vault', id])}>
              <span>
                <Pill status={status} />
              </span>
              <span class="summary">{purpose ?? id}</span>
              <span>
                {used} of {allowed} uses
              </span>
              <span>
                expires <Time at={at} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      <ListEnd pages={pages} what="leases" empty="There are no leases yet." />
      <NewLease onCreated={pages.reload} />
      <Snippets call={{ name: 'vault.leases.list', verb: 'GET', path: '/v1/vault/leases', isList: true }} />
    </>
  );
}
