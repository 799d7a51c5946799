import type { Aid } from '../../../typescript/src/index.ts';
import { agentNamed } from '../agent-named.ts';

/** The id of the agent that an org key acts for, which may be named by its handle. It is looked up once. */
export function agentId(client: Aid, identity: string | undefined): () => Promise<string | undefined> {
  let known: Promise<string | undefined> | undefined;
  return () => {
    known ??= agentNamed(client, identity).catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
