import { useState } from 'preact/hooks';
import { ErrorText } from '../widgets/error-text.tsx';
import { InvitationPage } from './invitation-page.tsx';
import { KeyLogin } from './key-login.tsx';
import { LocalOrganizations } from './local-organizations.tsx';
import { PasswordLogin } from './password-login.tsx';
import { ended, isLocal } from './session.ts';

/** Opens an organization on this machine with one click, or logs in with a password or a key. */
export function LoginPage() {
  const [isInvited, setInvited] = useState(false);
  if (isInvited) return <InvitationPage onDone={() => setInvited(false)} />;
  return (
    <main class="login">
      <h1>AID console</h1>
      <ErrorText error={ended.value?.reason} />
      {isLocal && <LocalOrganizations />}
      <section>
        <h2>{isLocal ? 'Or log in' : 'Log in'}</h2>
        <div class="columns">
          <PasswordLogin />
          <KeyLogin />
        </div>
        <p>
          <button type="button" class="plain" onClick={() => setInvited(true)}>
            Accept an invitation
          </button>
        </p>
        <p class="quiet">Keys and tokens stay in this page's memory. They are gone when you close or reload it.</p>
      </section>
    </main>
  );
}
