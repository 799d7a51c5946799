import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { useForm } from '../widgets/use-form.ts';

interface NewKeyProps {
  /** The agent that the key acts as; an org key without it. */
  readonly identityId: string | undefined;
  readonly onCreated: (key: string) => void;
}

/** Creates a key. */
export function NewKey({ identityId, onCreated }: NewKeyProps) {
  const create = useForm(async ({ name = '' }, form) => {
    const { key } = await aidOfSession().apiKeys.create({ name, ...(identityId && { identity_id: identityId }) });
    form.reset();
    onCreated(key);
  });
  return (
    <details class="new">
      <summary>New key</summary>
      <form onSubmit={create.run}>
        <Field label="Key name" name="name" required />
        <ErrorText error={create.error} />
        <button class="primary" disabled={create.isRunning}>
          {identityId === undefined ? 'Create org key' : 'Create agent key'}
        </button>
      </form>
    </details>
  );
}
