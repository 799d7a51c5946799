import { useState } from 'preact/hooks';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { ShownOnce } from '../widgets/shown-once.tsx';
import { useAgents } from '../widgets/use-agents.ts';
import { useForm } from '../widgets/use-form.ts';
import { useLoad } from '../widgets/use-load.ts';

/** Creates a lease of a secret. Its token is shown only once. */
export function NewLease({ onCreated }: { readonly onCreated: () => void }) {
  const agents = [...useAgents().values()];
  const [token, setToken] = useState<string>();
  const secrets = useLoad((signal) => aidOfSession().vault.secrets.list({ limit: 200 }, { signal }).firstPage(), []);
  const create = useForm(async ({ secret_id = '', identity_id = '', purpose = '', max_uses = '1', minutes = '15' }) => {
    const lease = await aidOfSession().vault.leases.create({
      secret_id,
      max_uses: Number(max_uses),
      ttl_seconds: Number(minutes) * 60,
      ...(identity_id !== '' && { identity_id }),
      ...(purpose !== '' && { purpose }),
    });
    setToken(lease.lease_token);
    onCreated();
  });
  return (
    <>
      {token !== undefined && <ShownOnce what="The lease token" text={token} />}
      <details class="new" onToggle={secrets.reload}>
        <summary>New lease</summary>
        <form onSubmit={create.run}>
          <Field
            label="Secret"
            name="secret_id"
            options={(secrets.data ?? []).map(({ id, name }) => [id, name] as const)}
          />
          <Field
            label="Who may redeem it"
            name="identity_id"
            options={[
              ['', "the secret's agent, or org keys"],
              ...agents.map(({ id, handle }) => [id, handle] as const),
            ]}
          />
          <Field label="Uses" name="max_uses" type="number" min={1} value="1" required />
          <Field label="Minutes" name="minutes" type="number" min={1} value="15" required />
          <Field label="Purpose" name="purpose" />
          <ErrorText error={create.error} />
          <button class="primary" disabled={create.isRunning || (secrets.data ?? []).length === 0}>
            Create lease
          </button>
        </form>
      </details>
    </>
  );
}
