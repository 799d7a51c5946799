import type { LeasePreview } from '../../../typescript/src/index.ts';
import { countOf } from '../widgets/count-of.ts';
import { FactList } from '../widgets/fact-list.tsx';
import { IdLink } from '../widgets/id-link.tsx';

/** A lease as it would be created. The value of its secret is nowhere on the page. */
export function HeldLease({ lease }: { readonly lease: LeasePreview }) {
  return (
    <>
      <h2>The lease</h2>
      <FactList
        facts={{
          Secret: (
            <>
              {lease.secret_name}, version {lease.secret_version} <IdLink id={lease.secret_id} />
            </>
          ),
          Purpose: lease.purpose ?? <span class="quiet">none</span>,
          Uses: lease.max_uses,
          Lasts: countOf(lease.ttl_seconds, 'second'),
          Hosts: lease.hosts.length === 0 ? 'any' : lease.hosts.join(', '),
        }}
      />
    </>
  );
}
