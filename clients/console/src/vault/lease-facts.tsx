import type { Lease } from '../../../typescript/src/index.ts';
import { CopyButton } from '../widgets/copy-button.tsx';
import { IdLink } from '../widgets/id-link.tsx';
import { Pill } from '../widgets/pill.tsx';
import { Time } from '../widgets/time.tsx';

/** What a lease allows, and how much of it is used. */
export function LeaseFacts({ lease }: { readonly lease: Lease }) {
  const { id, status, purpose, secret_id: secret, identity_id: of, use_count: used, max_uses: allowed } = lease;
  return (
    <dl class="fields">
      <div>
        <dt>ID</dt>
        <dd>
          <code>{id}</code> <CopyButton text={id} />
        </dd>
      </div>
      <div>
        <dt>Status</dt>
        <dd>
          <Pill status={status} />
        </dd>
      </div>
      <div>
        <dt>Purpose</dt>
        <dd>{purpose ?? <span class="quiet">none</span>}</dd>
      </div>
      <div>
        <dt>Secret</dt>
        <dd>
          <IdLink id={secret} />, version {lease.secret_version}
        </dd>
      </div>
      <div>
        <dt>For</dt>
        <dd>{of === null ? 'org keys' : <IdLink id={of} />}</dd>
      </div>
      <div>
        <dt>Uses</dt>
        <dd>
          {used} of {allowed}; last used: <Time at={lease.last_redeemed_at} />
        </dd>
      </div>
      <div>
        <dt>Created</dt>
        <dd>
          <Time at={lease.created_at} />
        </dd>
      </div>
      <div>
        <dt>Expires</dt>
        <dd>
          <Time at={lease.expires_at} />
        </dd>
      </div>
    </dl>
  );
}
