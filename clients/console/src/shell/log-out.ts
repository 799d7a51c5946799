import { leave } from './route.ts';
import { end, isPerson, session } from './session.ts';

/** Logs out. The session of a person ends; a key stays valid, because others may use it too. */
export function logOut(): void {
  const present = session.value;
  // The page forgets the token in any case. Where the service cannot be reached, it expires within twelve hours.
  if (isPerson(present?.actor)) present?.aid.auth.logout({}).catch(() => {});
  leave();
  end();
}
