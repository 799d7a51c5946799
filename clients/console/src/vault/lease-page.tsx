import type { Redemption } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { AgentName } from '../widgets/agent-name.tsx';
import { BackLink } from '../widgets/back-link.tsx';
import { Confirm } from '../widgets/confirm.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { IdLink } from '../widgets/id-link.tsx';
import { PagedTable } from '../widgets/paged-table.tsx';
import { Pill } from '../widgets/pill.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { TableRow } from '../widgets/table-row.tsx';
import { Time } from '../widgets/time.tsx';
import { useAction } from '../widgets/use-action.ts';
import { useLoad } from '../widgets/use-load.ts';
import { usePages } from '../widgets/use-pages.ts';
import { LeaseFacts } from './lease-facts.tsx';

const COLUMNS = ['Time', 'Outcome', 'By', 'From', 'Version'];

const row = ({ at, outcome, actor, address, version }: Redemption) => (
  <TableRow
    cells={[
      <Time at={at} />,
      <Pill status={outcome} />,
      <>
        {actor.actor_type}{' '}
        {actor.actor_id?.startsWith('agt_') ? <AgentName id={actor.actor_id} /> : <IdLink id={actor.actor_id} />}
      </>,
      address,
      version,
    ]}
  />
);

/** How many of the newest leases to search. */
const MAX_LEASES = 1_000;

/** A lease with its redemptions, including refused ones. */
export function LeasePage({ id }: { readonly id: string }) {
  const pages = usePages<Redemption>(
    'redemptions',
    (signal, limit) => aidOfSession().vault.leases.redemptions(id, { limit }, { signal }).firstPage(),
    [id],
  );
  const lease = useLoad(
    async (signal) => {
      // The API has no operation that returns a single lease.
      const all = await aidOfSession().vault.leases.list({ limit: 200 }, { signal }).all({ limit: MAX_LEASES });
      return all.find((one) => one.id === id) ?? null;
    },
    [id],
  );
  const revoke = useAction(async () => {
    await aidOfSession().vault.leases.revoke(id);
    lease.reload();
    pages.reload();
  });
  const path = `/v1/vault/leases/${id}/redemptions`;
  return (
    <>
      <BackLink path={['vault']} title="Vault" />
      <div class="heading">
        <h1>Lease</h1>
        {lease.data?.status === 'active' && (
          <Confirm title="Revoke" question="Revoke the lease? It ends immediately." onConfirm={revoke.run} />
        )}
      </div>
      <ErrorText error={revoke.error ?? lease.error} />
      {lease.data ? (
        <LeaseFacts lease={lease.data} />
      ) : (
        <p>
          <code>{id}</code>
        </p>
      )}
      <h2>Redemptions</h2>
      <PagedTable pages={pages} label="Redemptions" columns={COLUMNS} row={row} empty="It has not been used." />
      <Snippets call={{ name: 'vault.leases.redemptions', verb: 'GET', path, ids: [id], isList: true }} />
    </>
  );
}
