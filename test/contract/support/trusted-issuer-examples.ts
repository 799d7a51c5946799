import type * as routes from '#shared/contract/routes/trusted-issuers.ts';
import { freshName } from '#testing/fixture.ts';
import { exchangeOf, makeTokenKey, signedToken, timesFrom } from '../../support/subject-tokens.ts';
import type { Example } from './example.ts';
import type { Fixture } from './fixture.ts';

const KEY = makeTokenKey();

const bodyFor = (identityId: string) => ({
  issuer: `https://${freshName('issuer')}.example`,
  jwks: { keys: [KEY.jwk] },
  rules: [{ identity_id: identityId, claims: { sub: 'workload:1' }, scopes: ['mail.read'] }],
});

/** How many of an organization stay. With those that a run of schemathesis adds, they are within the limit. */
const KEPT = 5;

/** A trusted issuer. An organization may have few, so the oldest are deleted before another one is made. */
async function freshIssuer({ organization, agent }: Fixture) {
  const { trusted_issuers: earlier } = await organization.api.ok('listTrustedIssuers');
  for (const { id } of earlier.slice(KEPT)) await organization.api.ok('deleteTrustedIssuer', { params: { id } });
  return organization.api.ok('createTrustedIssuer', { body: bodyFor(agent.id) });
}

/** Trusted issuers, and the exchange of their tokens. */
export const TRUSTED_ISSUER_EXAMPLES: Record<keyof typeof routes, Example> = {
  createTrustedIssuer: {
    request: async (fixture) => {
      const { id } = await freshIssuer(fixture);
      await fixture.organization.api.ok('deleteTrustedIssuer', { params: { id } });
      return { body: bodyFor(fixture.agent.id) };
    },
    other: {
      issuer: 'https://other.example',
      rules: [{ identity_id: 'agt_other', claims: { sub: 'workload:2' }, scopes: ['events'] }],
    },
  },
  listTrustedIssuers: { request: () => ({ query: { limit: '10' } }) },
  deleteTrustedIssuer: {
    request: async (fixture) => ({ params: { id: (await freshIssuer(fixture)).id } }),
    kinds: { id: 'trustedIssuer' },
  },
  exchangeToken: {
    request: async (fixture) => {
      const { issuer, audience } = await freshIssuer(fixture);
      const claims = { iss: issuer, sub: 'workload:1', aud: audience, ...timesFrom(Date.now(), 3600) };
      return { body: exchangeOf(signedToken(claims, KEY)) };
    },
    other: exchangeOf('another'),
  },
};
