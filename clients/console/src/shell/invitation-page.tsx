import { useState } from 'preact/hooks';
import { Aid, type JoinedOrganization } from '../../../typescript/src/index.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { useForm } from '../widgets/use-form.ts';
import { apiUrl } from './session.ts';

/** Accepts an invitation with the code that was emailed. Then the person logs in. */
export function InvitationPage({ onDone }: { readonly onDone: () => void }) {
  const [joined, setJoined] = useState<JoinedOrganization>();
  const join = useForm(async ({ email = '', code = '', password = '' }) => {
    const body = { email, code: code.trim(), ...(password !== '' && { password }) };
    setJoined(await new Aid({ url: apiUrl }).auth.join(body));
  });
  return (
    <main class="login">
      <h1>Accept an invitation</h1>
      {joined === undefined ? (
        <form class="compose" onSubmit={join.run}>
          <Field label="Email address" name="email" type="email" autocomplete="username" required />
          <Field label="Code" name="code" autocomplete="one-time-code" required hint="The six digits in the email" />
          <Field
            label="Password"
            name="password"
            type="password"
            autocomplete="new-password"
            hint="At least 10 characters. Leave it empty if you have an account: it keeps its password"
          />
          <ErrorText error={join.error} />
          <button class="primary" disabled={join.isRunning}>
            Accept
          </button>
        </form>
      ) : (
        <p role="status">
          You are a member of {joined.organization.name} with the role {joined.role}. Log in with the organization{' '}
          <code>{joined.organization.slug}</code>.
        </p>
      )}
      <p>
        <button type="button" class="plain" onClick={onDone}>
          Log in
        </button>
      </p>
    </main>
  );
}
