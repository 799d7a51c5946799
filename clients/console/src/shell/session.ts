import { signal } from '@preact/signals';
import { type Actor, Aid, AidError, type Event, type Page } from '../../../typescript/src/index.ts';
import { forgetLists } from '../widgets/list-store.ts';
import { forgetArrived } from './arrived.ts';
import { forgetPlaces } from './row-place.ts';
import { announceWrite } from './written.ts';

/** The user of the console. The key exists only in the page's memory. */
export interface Session {
  readonly aid: Aid;
  readonly actor: Actor;
  /** The newest event when the session began. Lists are loaded later, so they have it and all events before it. */
  readonly since: string | Date;
  /** Whether the organization requires a second factor that the person does not have: then nothing else is allowed. */
  readonly lacksSecondFactor: boolean;
  /** Begins the session again with the same key. */
  restart(): Promise<Session>;
}

export const session = signal<Session | undefined>(undefined);

/** A session that the service ended, because it refused the key or could not open the organization. */
export interface Ended {
  readonly reason: string;
  /** The short name of the organization; `undefined` if it was never opened. */
  readonly slug: string | undefined;
}

/** How the last session ended, unless the person logged out or has begun another one. */
export const ended = signal<Ended | undefined>(undefined);

/** Whether the local profile serves the console: then it has pages of its own under `/_local`. */
export const isLocal = document.documentElement.dataset.profile === 'local';

/** The API's address: the page's own, unless the page names another one. */
export const apiUrl = document.documentElement.dataset.api ?? location.origin;

const BEFORE_EVERYTHING = new Date(0);
const UNAUTHORIZED = 401;

/**
 * Starts a session with an org key, an agent key or a login token. Rejects if the service refuses it. If the service
 * refuses it later, in a response to any call, the session ends.
 */
export async function begin(key: string): Promise<Session> {
  const aid: Aid = new Aid({
    key,
    url: apiUrl,
    maxRetries: 2,
    fetch: async (...request) => {
      const response = await fetch(...request);
      if (response.status === UNAUTHORIZED && session.value?.aid === aid) end(REFUSED);
      const [url, { method = 'GET' }] = request;
      if (response.ok && method !== 'GET') announceWrite(url);
      return response;
    },
  });
  const actor = await aid.me();
  const newest = await newestEvents(aid);
  const begun: Session = {
    aid,
    actor,
    since: newest?.[0]?.created_at ?? BEFORE_EVERYTHING,
    lacksSecondFactor: newest === undefined,
    restart: () => begin(key),
  };
  forgetAll();
  session.value = begun;
  ended.value = undefined;
  return begun;
}

/** The newest event; `undefined` if the organization requires a second factor that the person does not have. */
async function newestEvents(aid: Aid): Promise<Page<Event> | undefined> {
  try {
    return await aid.events.list({ limit: 1 }).firstPage();
  } catch (error) {
    if (error instanceof AidError && error.code === 'auth.second_factor_setup') return undefined;
    throw error;
  }
}

const REFUSED =
  'The session has ended: the service no longer accepts its key. It was revoked, it has expired, or its organization is gone.';

/** Ends the session: because the person logs out, or for a reason that the login page shows. */
export function end(reason?: string): void {
  const slug = session.value?.actor.org_slug;
  session.value = undefined;
  ended.value = reason === undefined ? undefined : { reason, slug };
  forgetAll();
}

/** Forgets what the session before has read. */
function forgetAll(): void {
  forgetLists();
  forgetPlaces();
  forgetArrived();
}

/** Whether this is a person who has logged in, and not a key. */
export function isPerson(actor: Actor | undefined): boolean {
  return actor?.actor_id.startsWith('usr_') === true;
}

/** The session. The pages behind the login have one. */
export function aidOfSession(): Aid {
  const present = session.value;
  if (present === undefined) throw new Error('there is no session');
  return present.aid;
}
