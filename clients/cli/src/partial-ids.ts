import type { Aid } from '../../typescript/src/index.ts';
import { NotFoundError } from './not-found-error.ts';
import { UsageError } from './usage-error.ts';

/** The beginning of an id, with a few characters of its time, as people copy or type it. A whole id has 26. */
const PARTIAL = /^([a-z]{3})_([0-9A-HJKMNP-TV-Z]{4,25})…?$/;

/** Where a beginning is looked for: among the newest of this list, as many as a page has at most. */
const NEWEST = 200;
const CANDIDATES_SHOWN = 5;

interface Call {
  readonly signal?: AbortSignal | undefined;
}

type List = (client: Aid, call: Call) => PromiseLike<Iterable<{ readonly id: string }>>;

/** The lists of what people name most, by the prefix of the ids in them. */
const LISTS: Readonly<Record<string, List>> = {
  agt: (client, call) => client.identities.list({ limit: NEWEST }, call).firstPage(),
  con: (client, call) => client.contacts.list({ limit: NEWEST }, call).firstPage(),
  evt: (client, call) => client.events.list({ limit: NEWEST }, call).firstPage(),
  gra: (client, call) => client.grants.list({ limit: NEWEST }, call).firstPage(),
  msg: (client, call) => client.mail.messages.list({ limit: NEWEST }, call).firstPage(),
  ses: (client, call) => client.sessions.list({ limit: NEWEST }, call).firstPage(),
  thr: (client, call) => client.mail.threads.list({ limit: NEWEST }, call).firstPage(),
  tsk: (client, call) => client.tasks.list({ limit: NEWEST }, call).firstPage(),
  usr: (client, call) => client.members.list({ limit: NEWEST }, call).firstPage(),
};

/** Whether this is the beginning of an id that can be looked for. */
export function isPartialId(given: unknown): given is string {
  return typeof given === 'string' && LISTS[PARTIAL.exec(given)?.[1] ?? ''] !== undefined;
}

/** The messages of all agents of an organization. An org key has no messages of its own. */
const ALL_MESSAGES: List = (client, call) => client.messages.list({ limit: NEWEST }, call).firstPage();

/** Like `wholeId`, for a command that names no agent: an org key looks for a message in those of all agents. */
export async function wholeIdOfAny(client: Aid, given: string, call: Call): Promise<string> {
  const isOfAll = isPartialId(given) && given.startsWith('msg_') && (await client.me(call)).identity_id === undefined;
  return wholeId(client, given, call, isOfAll ? { ...LISTS, msg: ALL_MESSAGES } : LISTS);
}

/**
 * The id that begins so, if it is the only one among the newest of its kind; anything else is returned unchanged.
 * Throws `UsageError` with the ids that begin so if there are several, and `NotFoundError` if there is none.
 */
export async function wholeId(client: Aid, given: string, call: Call, lists = LISTS): Promise<string> {
  const [, kind = '', digits = ''] = PARTIAL.exec(given) ?? [];
  const list = lists[kind];
  if (list === undefined) return given;
  const beginning = `${kind}_${digits}`;
  const found = [...(await list(client, call))].map(({ id }) => id).filter((id) => id.startsWith(beginning));
  const [id, other] = found;
  if (id === undefined) {
    throw new NotFoundError(`none of the newest ${NEWEST} ids begins with ${beginning}; give the whole id`);
  }
  if (other === undefined) return id;
  const shown = found.slice(0, CANDIDATES_SHOWN).join(', ');
  const more = found.length > CANDIDATES_SHOWN ? ' and more' : '';
  throw new UsageError(`several ids begin with ${beginning}: ${shown}${more}; give more of it`);
}
