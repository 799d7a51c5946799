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
 * Does something with two agents of the organization. Only an agent key can create a task or reply to one, so each
 * agent has a key for that time.
 *
 * @param organization a client with an org key
 */
export async function withActors<T>(organization: Aid, work: (actors: Actors) => Promise<T>): Promise<T> {
  const [one, two] = await agentsOf(organization);
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

/**
 * Two agents for triggers, which are created on first use and found again by their handles. Agents cannot be deleted,
 * so none is created unless there is room for all that are missing; otherwise the organization's newest ones take their
 * places. Throws an error with the way out if there are not enough of them.
 */
async function agentsOf(organization: Aid): Promise<[Identity, Identity]> {
  const { org_slug } = await organization.me();
  const known = await organization.identities.list({ limit: 200 }).all();
  const wanted = ['one', 'two'].map((name) => {
    const handle = `trigger-${name}-${org_slug}`.slice(0, MAX_HANDLE).replace(/-$/, '');
    return { name, handle, found: known.find((agent) => agent.handle === handle) };
  });
  const missing = wanted.filter(({ found }) => found === undefined).length;
  const { agent_count, agent_limit } = await organization.usage();
  const canCreate = agent_limit - agent_count >= missing;
  const others = known.filter(
    ({ handle, status, email_address }) =>
      status === 'active' && email_address !== null && !wanted.some((one) => one.handle === handle),
  );
  if (!canCreate && others.length < missing) {
    throw new Error(
      `trigger needs two agents, and the organization has ${agent_count} of ${agent_limit}: reinstate one (aid agents reinstate), verify the owner (aid auth claim), or use another organization (aid login --new <name> --profile <name>)`,
    );
  }
  const agents: Identity[] = [];
  for (const { name, handle, found } of wanted) {
    const existing = found ?? (canCreate ? undefined : others.shift());
    agents.push(existing ?? (await organization.identities.create({ handle, display_name: `Trigger ${name}` })));
  }
  return agents as [Identity, Identity];
}
