import type * as routes from '#shared/contract/routes/oauth.ts';
import { freshName } from '#testing/fixture.ts';
import { OAuthFlow } from '#testing/oauth-flow.ts';
import { loggedIn, PASSWORD } from './account-examples.ts';
import type { Example } from './example.ts';
import type { Fixture } from './fixture.ts';

/** A grant of a person's organization, with the person's login token. */
async function granted(fixture: Fixture) {
  const { email, key } = await loggedIn(fixture);
  const { anonymous } = fixture.service;
  const { id: agent } = await anonymous.as(key).ok('createIdentity', { body: { handle: freshName('agent') } });
  const flow = new OAuthFlow(anonymous.client);
  await flow.register();
  await flow.connect({ email, password: PASSWORD }, { agents: [agent] });
  const [grant] = (await anonymous.as(key).ok('listGrants')).grants;
  return { key, params: { id: grant?.id ?? '' } };
}

/** What people have allowed OAuth clients. */
export const GRANT_EXAMPLES: Record<keyof typeof routes, Example> = {
  listGrants: { request: () => ({ query: { limit: '10' } }) },
  getGrant: { request: granted, kinds: { id: 'grant' } },
  revokeGrant: { request: granted, kinds: { id: 'grant' } },
};
