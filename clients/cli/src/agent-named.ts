import type { Aid } from '../../typescript/src/index.ts';
import { NotFoundError } from './not-found-error.ts';
import { wholeId } from './partial-ids.ts';

/** Whether an agent is named by its handle, which must be looked up. */
export function isHandle(given: string | undefined): given is string {
  return given !== undefined && !given.startsWith('agt_');
}

/** The id of an agent, given its id, the beginning of its id, or its handle. Only an org key can look up these. */
export async function agentNamed(
  client: Aid,
  given: string | undefined,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (given === undefined) return undefined;
  if (!isHandle(given)) return wholeId(client, given, { signal });
  for await (const { id, handle } of client.identities.list({}, { signal })) if (handle === given) return id;
  throw new NotFoundError(`no agent of the organization has the handle ${given}`);
}
