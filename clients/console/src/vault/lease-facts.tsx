import type { Lease } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { AgentName } from '../widgets/agent-name.tsx';
import { CopyableCode } from '../widgets/copyable-code.tsx';
import { FactList } from '../widgets/fact-list.tsx';
import { IdLink } from '../widgets/id-link.tsx';
import { Pill } from '../widgets/pill.tsx';
import { Time } from '../widgets/time.tsx';
import { useLoad } from '../widgets/use-load.ts';

/** What a lease allows, and how much of it is used. */
export function LeaseFacts({ lease }: { readonly lease: Lease }) {
  const { id, status, purpose, secret_id: secret, identity_id: of, use_count: used, max_uses: allowed } = lease;
  const { data } = useLoad((signal) => aidOfSession().vault.secrets.get(secret, { signal }), [secret]);
  return (
    <FactList
      facts={{
        ID: <CopyableCode text={id} />,
        Status: <Pill status={status} />,
        Purpose: purpose ?? <span class="quiet">none</span>,
        Secret: (
          <>
            {data !== undefined && <strong>{data.name} </strong>}
            <IdLink id={secret} />, version {lease.secret_version}
          </>
        ),
        For: <AgentName id={of} none="org keys" />,
        Uses: (
          <>
            {used} of {allowed}; last used: <Time at={lease.last_redeemed_at} />
          </>
        ),
        Created: <Time at={lease.created_at} isExact />,
        Expires: <Time at={lease.expires_at} isExact />,
      }}
    />
  );
}
