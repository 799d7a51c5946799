import { Aid } from '../../../typescript/src/index.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { useForm } from '../widgets/use-form.ts';
import { enter } from './route.ts';
import { apiUrl, begin } from './session.ts';

/** Logs in a person, who gets a token for twelve hours. */
export function PasswordLogin() {
  const login = useForm(async ({ email = '', password = '' }) => {
    const { token, organization } = await new Aid({ url: apiUrl }).auth.login({ email, password });
    await begin(token);
    enter(organization.slug);
  });
  return (
    <form onSubmit={login.run}>
      <Field label="Email address" name="email" type="email" autocomplete="username" required />
      <Field label="Password" name="password" type="password" autocomplete="current-password" required />
      <ErrorText error={login.error} />
      <button disabled={login.isRunning}>Log in</button>
    </form>
  );
}
