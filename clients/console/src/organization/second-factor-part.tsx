import { aidOfSession, session } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { Loading } from '../widgets/loading.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { useForm } from '../widgets/use-form.ts';
import { useLoad } from '../widgets/use-load.ts';
import { SecondFactorSetup } from './second-factor-setup.tsx';

/** The second factor of the person who has logged in. */
export function SecondFactorPart() {
  const own = session.value?.actor.actor_id;
  const { data, error, reload } = useLoad(
    async (signal) => {
      // The API has no operation that returns a single member.
      const members = await aidOfSession().members.list({ limit: 200 }, { signal }).all();
      return members.find(({ id }) => id === own)?.second_factor ?? false;
    },
    [own],
  );
  return (
    <>
      <p class="quiet">
        With a second factor, your password alone does not log in to any of your organizations: an authenticator app
        shows a code for each login.
      </p>
      <ErrorText error={error} />
      {data === undefined && error === undefined && <Loading what="your second factor" />}
      {data === false && <SecondFactorSetup onActive={reload} />}
      {data === true && <Active onRemoved={reload} />}
      <Snippets call={{ name: 'secondFactor.create', verb: 'POST', path: '/v1/auth/totp' }} />
    </>
  );
}

/** An active second factor, which only a code of it removes. */
function Active({ onRemoved }: { readonly onRemoved: () => void }) {
  const remove = useForm(async ({ code = '' }) => {
    // The libraries have no method for it: a program does not remove the second factor of a person.
    await aidOfSession().request('DELETE', '/v1/auth/totp', { body: { code } });
    onRemoved();
  });
  return (
    <>
      <p>
        <span class="pill good">Active</span> Your logins need a code.
      </p>
      <details class="new">
        <summary>Remove</summary>
        <form onSubmit={remove.run}>
          <Field label="Code" name="code" autocomplete="one-time-code" required hint="Of the app, or a recovery code" />
          <ErrorText error={remove.error} />
          <button class="danger" disabled={remove.isRunning}>
            Remove the second factor
          </button>
        </form>
      </details>
    </>
  );
}
