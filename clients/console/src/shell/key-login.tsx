import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { useForm } from '../widgets/use-form.ts';
import { enter } from './route.ts';
import { begin } from './session.ts';

/** Logs in with an existing key. */
export function KeyLogin() {
  const login = useForm(async (fields) => {
    const { actor } = await begin(fields.key?.trim() ?? '');
    enter(actor.org_slug);
  });
  return (
    <form onSubmit={login.run}>
      <Field
        label="Key"
        name="key"
        type="password"
        autocomplete="off"
        required
        hint="An org key, or the key of an agent"
      />
      <ErrorText error={login.error} />
      <button disabled={login.isRunning}>Use key</button>
    </form>
  );
}
