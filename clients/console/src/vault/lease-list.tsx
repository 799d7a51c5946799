import { useState } from 'preact/hooks';
import type { Lease } from '../../../typescript/src/index.ts';
import { href } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { present } from '../widgets/clock.ts';
import { countOf } from '../widgets/count-of.ts';
import { EmptyState } from '../widgets/empty-state.tsx';
import { Intro } from '../widgets/intro.tsx';
import { ListEnd } from '../widgets/list-end.tsx';
import { Pill } from '../widgets/pill.tsx';
import { ShownOnce } from '../widgets/shown-once.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { Time } from '../widgets/time.tsx';
import { usePages } from '../widgets/use-pages.ts';
import { NewLease } from './new-lease.tsx';

/** The leases, newest first. */
export function LeaseList() {
  const [token, setToken] = useState<string>();
  const pages = usePages<Lease>(
    'leases',
    (signal, limit) => aidOfSession().vault.leases.list({ limit }, { signal }).firstPage(),
    [],
  );
  const onCreated = (created: string | undefined) => {
    setToken(created);
    pages.reload();
  };
  const none = (
    <EmptyState
      title="There are no leases yet."
      action={<NewLease label="Create the first lease" onCreated={onCreated} />}
    >
      Its token goes to the program of the agent. Each use of it is recorded, also a refused one.
    </EmptyState>
  );
  return (
    <>
      <Intro action={<NewLease onCreated={onCreated} />}>
        A lease lets an agent use one secret: a limited number of times, for a limited time, for a purpose that you see
        here.
      </Intro>
      {token !== undefined && <ShownOnce what="The lease token" text={token} />}
      <ul class="rows leases" aria-label="Leases">
        {(pages.rows ?? []).map(({ id, status, purpose, use_count: used, max_uses: allowed, expires_at: at }) => (
          <li key={id}>
            <a data-row href={href(['vault', id])}>
              <span>
                <Pill status={status} />
              </span>
              <span class="summary">{purpose ?? id}</span>
              <span>
                {used} of {countOf(allowed, 'use')}
              </span>
              <span>
                {Date.parse(at) < present() ? 'expired' : 'expires'} <Time at={at} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      <ListEnd pages={pages} what="leases" empty={none} />
      <Snippets call={{ name: 'vault.leases.list', verb: 'GET', path: '/v1/vault/leases', isList: true }} />
    </>
  );
}
