import { SecondFactorSetup } from '../organization/second-factor-setup.tsx';
import { logOut } from './log-out.ts';
import type { Session } from './session.ts';

/** Shown where an organization requires a second factor of a person who has none: nothing else is allowed. */
export function SecondFactorPage({ session: { actor, restart } }: { readonly session: Session }) {
  return (
    <main class="login">
      <h1>A second factor is required</h1>
      <p>{actor.org_name} lets its members in with a second factor only. Set one up to continue.</p>
      <SecondFactorSetup onActive={restart} />
      <p>
        <button type="button" class="plain" onClick={logOut}>
          Log out
        </button>
      </p>
    </main>
  );
}
