import { signal } from '@preact/signals';
import { type Actor, Aid } from '../../../typescript/src/index.ts';

/** The user of the console. The key exists only in the page's memory. */
export interface Session {
  readonly aid: Aid;
  readonly actor: Actor;
}

export const session = signal<Session | undefined>(undefined);

/** Why the last session ended, unless the person logged out. */
export const endReason = signal<string | undefined>(undefined);

/** Whether the local profile serves the console: then it has pages of its own under `/_local`. */
export const isLocal = document.documentElement.dataset.profile === 'local';

/** The API's address: the page's own, unless the page names another one. */
export const apiUrl = document.documentElement.dataset.api ?? location.origin;

/** Starts a session with an org key, an agent key or a login token. Rejects if the service refuses it. */
export async function begin(key: string): Promise<Session> {
  const aid = new Aid({ key, url: apiUrl, maxRetries: 2 });
  const actor = await aid.me();
  const begun = { aid, actor };
  session.value = begun;
  endReason.value = undefined;
  return begun;
}

export function end(reason?: string): void {
  session.value = undefined;
  endReason.value = reason;
}

/** The session. The pages behind the login have one. */
export function aidOfSession(): Aid {
  const present = session.value;
  if (present === undefined) throw new Error('there is no session');
  return present.aid;
}
