import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { NewRecord } from '../widgets/new-record.tsx';
import { useAgents } from '../widgets/use-agents.ts';
import { useLoad } from '../widgets/use-load.ts';

interface NewLeaseProps {
  readonly label?: string;
  /** Gets the token of the lease, which is shown only once. A lease that is held for a person has none. */
  readonly onCreated: (token: string | undefined) => void;
}

/** Creates a lease of a secret. */
export function NewLease({ label, onCreated }: NewLeaseProps) {
  const agents = [...useAgents().values()];
  const secrets = useLoad((signal) => aidOfSession().vault.secrets.list({ limit: 200 }, { signal }).firstPage(), []);
  const stored = secrets.data ?? [];
  const none = secrets.error === undefined ? 'Loading the secrets…' : 'The secrets could not be loaded.';
  const blocked = stored.length > 0 ? undefined : secrets.data ? 'There is no secret yet.' : none;
  return (
    <NewRecord
      title="New lease"
      label={label}
      submit="Create lease"
      isSecondary
      blocked={blocked}
      onOpen={secrets.reload}
      onSubmit={async ({ secret_id = '', identity_id = '', purpose = '', max_uses = '1', minutes = '15' }) => {
        const lease = await aidOfSession().vault.leases.create({
          secret_id,
          max_uses: Number(max_uses),
          ttl_seconds: Number(minutes) * 60,
          ...(identity_id !== '' && { identity_id }),
          ...(purpose !== '' && { purpose }),
        });
        onCreated(lease.lease_token);
      }}
    >
      <ErrorText error={secrets.error} />
      <Field label="Secret" name="secret_id" options={stored.map(({ id, name }) => [id, name] as const)} />
      <Field
        label="Who may redeem it"
        name="identity_id"
        options={[['', "the secret's agent, or org keys"], ...agents.map(({ id, handle }) => [id, handle] as const)]}
      />
      <Field label="Uses" name="max_uses" type="number" min={1} defaultValue="1" required />
      <Field label="Minutes" name="minutes" type="number" min={1} defaultValue="15" required />
      <Field label="Purpose" name="purpose" />
    </NewRecord>
  );
}
