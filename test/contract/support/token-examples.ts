import type * as routes from '#shared/contract/routes/tokens.ts';
import type { Example } from './example.ts';
import type { Fixture } from './fixture.ts';

const AUDIENCE = 'sts.amazonaws.com';

/** Allows the audience of the examples in the organization of the fixture. */
const allowAudience = ({ organization }: Fixture) =>
  organization.api.ok('setIdentityTokenSettings', { body: { audiences: [AUDIENCE] } });

/** Identity tokens, and who may accept them. */
export const TOKEN_EXAMPLES: Record<keyof typeof routes, Example> = {
  createIdentityToken: {
    request: async (fixture) => {
      await allowAudience(fixture);
      return { params: { id: fixture.agent.id }, body: { audience: AUDIENCE, ttl_seconds: 60 } };
    },
    kinds: { id: 'agent' },
    other: { audience: AUDIENCE },
  },
  getIdentityTokenSettings: { request: () => ({}) },
  setIdentityTokenSettings: {
    request: () => ({ body: { audiences: [AUDIENCE] } }),
    other: { audiences: [AUDIENCE, 'api://AzureADTokenExchange'] },
  },
  getOpenidConfiguration: { request: () => ({}) },
  getJwks: { request: () => ({}) },
};
