import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { useForm } from '../widgets/use-form.ts';

/** Creates an agent. */
export function NewAgent({ onCreated }: { readonly onCreated: () => void }) {
  const create = useForm(async ({ handle = '', display_name: name = '' }, form) => {
    await aidOfSession().identities.create({ handle, ...(name !== '' && { display_name: name }) });
    form.reset();
    onCreated();
  });
  return (
    <details class="new">
      <summary>New agent</summary>
      <form onSubmit={create.run}>
        <Field label="Handle" name="handle" required hint="The local part of its address: a-z, 0-9 and hyphens" />
        <Field label="Name" name="display_name" hint="What people see; the handle if empty" />
        <ErrorText error={create.error} />
        <button class="primary" disabled={create.isRunning}>
          Create agent
        </button>
      </form>
    </details>
  );
}
