import { useState } from 'preact/hooks';
import type { SecondFactorSecret } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { CopyButton } from '../widgets/copy-button.tsx';
import { CopyableCode } from '../widgets/copyable-code.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { FactList } from '../widgets/fact-list.tsx';
import { Field } from '../widgets/field.tsx';
import { useAction } from '../widgets/use-action.ts';
import { useForm } from '../widgets/use-form.ts';

/** Sets up a second factor: a secret for the app, recovery codes for the person, and a code that activates both. */
export function SecondFactorSetup({ onActive }: { readonly onActive: () => unknown }) {
  const [secret, setSecret] = useState<SecondFactorSecret>();
  const create = useAction(async () => setSecret(await aidOfSession().secondFactor.create()));
  const verify = useForm(async ({ code = '' }) => {
    await aidOfSession().secondFactor.verify({ code });
    await onActive();
  });
  if (secret === undefined) {
    return (
      <>
        <button type="button" class="primary" disabled={create.isRunning} onClick={create.run}>
          Set up a second factor
        </button>
        <ErrorText error={create.error} />
      </>
    );
  }
  const codes = secret.recovery_codes.join('\n');
  return (
    <>
      <p>Add this to your authenticator app. It is shown only once.</p>
      <FactList
        facts={{
          Secret: <CopyableCode text={secret.secret} />,
          Address: <CopyableCode text={secret.otpauth_url} />,
        }}
      />
      <p>
        <strong>Recovery codes</strong>. Keep them elsewhere. Each replaces the app in one login. They are shown only
        once.
      </p>
      <CopyButton text={codes} />
      <pre tabindex={0} role="region" aria-label="Recovery codes">
        {codes}
      </pre>
      <form class="compose" onSubmit={verify.run}>
        <Field
          label="Code"
          name="code"
          autocomplete="one-time-code"
          required
          hint="The six digits that the app shows"
        />
        <ErrorText error={verify.error} />
        <button class="primary" disabled={verify.isRunning}>
          Activate
        </button>
      </form>
    </>
  );
}
