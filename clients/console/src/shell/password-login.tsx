import { useState } from 'preact/hooks';
import { Aid, AidError } from '../../../typescript/src/index.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { useForm } from '../widgets/use-form.ts';
import { enter, route } from './route.ts';
import { apiUrl, begin } from './session.ts';

/**
 * Logs in a person, who gets a token for twelve hours. The code of the second factor is asked for once the service has
 * accepted the password.
 */
export function PasswordLogin() {
  const [needsCode, setNeedsCode] = useState(false);
  const login = useForm(async ({ email = '', password = '', organization: slug = '', totp = '' }) => {
    try {
      const { token, organization } = await new Aid({ url: apiUrl }).auth.login({
        email,
        password,
        ...(slug !== '' && { organization_slug: slug }),
        ...(totp !== '' && { totp }),
      });
      await begin(token);
      enter(organization.slug);
    } catch (error) {
      const isCodeMissing = error instanceof AidError && error.code === 'auth.second_factor_required' && totp === '';
      if (!isCodeMissing) throw error;
      setNeedsCode(true);
    }
  });
  return (
    <form onSubmit={login.run}>
      <Field label="Email address" name="email" type="email" autocomplete="username" required />
      <Field label="Password" name="password" type="password" autocomplete="current-password" required />
      <Field
        label="Organization"
        name="organization"
        autocomplete="organization"
        defaultValue={route.value.slug}
        hint="Its short name, if you are a member of several"
      />
      {needsCode && (
        <div role="status">
          <Field
            label="Code of your authenticator app"
            name="totp"
            autocomplete="one-time-code"
            hint="Or a recovery code, which is then used up"
            required
          />
        </div>
      )}
      <ErrorText error={login.error} />
      <button class="primary" disabled={login.isRunning}>
        Log in
      </button>
    </form>
  );
}
