import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { useAgents } from '../widgets/use-agents.ts';
import { useForm } from '../widgets/use-form.ts';

/** Creates a rule about an address or a domain. */
export function NewRule({ onCreated }: { readonly onCreated: () => void }) {
  const agents = [...useAgents().values()];
  const create = useForm(async ({ action = '', target = '', direction = '', identity_id: of = '' }, form) => {
    await aidOfSession().contactRules.create({
      action,
      match_type: target.includes('@') ? 'exact_email' : 'domain',
      match_target: target,
      direction,
      ...(of !== '' && { identity_id: of }),
    });
    form.reset();
    onCreated();
  });
  return (
    <details class="new">
      <summary>New rule</summary>
      <form onSubmit={create.run}>
        <Field
          label="Action"
          name="action"
          options={[
            ['block', 'Block'],
            ['allow', 'Allow'],
          ]}
        />
        <Field label="Address or domain" name="target" required />
        <Field
          label="Direction"
          name="direction"
          options={[
            ['both', 'Both'],
            ['inbound', 'Inbound'],
            ['outbound', 'Outbound'],
          ]}
        />
        <Field
          label="For"
          name="identity_id"
          options={[['', 'all agents'], ...agents.map(({ id, handle }) => [id, handle] as const)]}
        />
        <ErrorText error={create.error} />
        <button class="primary" disabled={create.isRunning}>
          Create rule
        </button>
      </form>
    </details>
  );
}
