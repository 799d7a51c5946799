import { Aid, type Identity } from '../../../typescript/src/index.ts';

/** The longest handle. See: docs/contract/identities.md. */
const MAX_HANDLE = 48;

/** An agent that a trigger acts as. */
export interface Actor {
  readonly id: string;
  readonly handle: string;
  readonly address: string;
  readonly aid: Aid;
}

/** The organization, and two agents of it. */
export interface Actors {
  readonly organization: Aid;
  readonly one: Actor;
  readonly two: Actor;
}

/**
 * Does something with two agents of the organization, which are created on first use and reused later. Only an agent
 * key can create a task or reply to one, so each agent has a key for that time.
 *
 * @param organization a client with an org key
 */
export async function withActors<T>(organization: Aid, work: (actors: Actors) => Promise<T>): Promise<T> {
  const { org_slug } = await organization.me();
  const known = await organization.identities.list({ limit: 200 }).all();
  const [one, two] = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const handle = `trigger-${name}-${org_slug}`.slice(0, MAX_HANDLE).replace(/-$/, '');
      const found = known.find((agent) => agent.handle === handle);
      return found ?? (await organization.identities.create({ handle, display_name: `Trigger ${name}` }));
    }),
  );
  if (one === undefined || two === undefined) throw new Error('the agents could not be created');
  const keys: string[] = [];
  const actorOf = async ({ id, handle, email_address }: Identity): Promise<Actor> => {
    if (email_address === null) throw new Error(`${handle} has no mailbox`);
    const made = await organization.apiKeys.create({ name: 'aid trigger', identity_id: id });
    keys.push(made.id);
    return { id, handle, address: email_address, aid: new Aid({ key: made.key, url: organization.url }) };
  };
  try {
    return await work({ organization, one: await actorOf(one), two: await actorOf(two) });
  } finally {
    await Promise.allSettled(keys.map((id) => organization.apiKeys.revoke(id)));
  }
}
