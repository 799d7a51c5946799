import type { Aid } from '../../../typescript/src/index.ts';
import type { IdentityToken } from './provider.ts';

interface Wanted {
  /** The id of the agent; by default the agent of the key. */
  readonly agent: string | undefined;
  readonly audience: string;
  readonly ttlSeconds: number | undefined;
  readonly signal: AbortSignal;
}

/** Has the service issue an identity token. */
export async function identityTokenOf(
  client: Aid,
  { agent, audience, ttlSeconds, signal }: Wanted,
): Promise<IdentityToken> {
  const { identity } = agent === undefined ? client : client.identity(agent);
  return identity.token({ audience, ttlSeconds }, { signal });
}
