import type { Aid } from '../../../typescript/src/index.ts';

/** The id of the agent that an org key speaks for, which may be named by its handle. It is asked for once. */
export function agentId(client: Aid, identity: string | undefined): () => Promise<string | undefined> {
  let known: Promise<string | undefined> | undefined;
  return () => {
    known ??= idOf(client, identity).catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

async function idOf(client: Aid, identity: string | undefined): Promise<string | undefined> {
  if (identity === undefined || identity.startsWith('agt_')) return identity;
  for await (const { id, handle } of client.identities.list()) if (handle === identity) return id;
  throw new Error(`No agent of the organization has the handle ${identity}.`);
}
