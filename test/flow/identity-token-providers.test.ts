import type { JWK } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { forgedTokens } from '#test/support/provider-fakes/forged-tokens.ts';
import { claimsOf, headerOf } from '#test/support/token-claims.ts';
import {
  allowProviders,
  commandLineOf,
  PROVIDER_NAMES,
  REFUSED,
  trusting,
  useProvider,
  WITH_UPLOADED_KEYS,
} from '#test/support/trusting-providers.ts';
import { type Agent, makeAgent, makeOrganization, type Organization, sharedStack } from '#testing/fixture.ts';

let works: Organization;
let ada: Agent;
let eve: Agent;
let mallory: Agent;

beforeAll(async () => {
  works = await makeOrganization();
  const rivals = await makeOrganization();
  [ada, eve, mallory] = await Promise.all([makeAgent(works), makeAgent(works), makeAgent(rivals)]);
  await Promise.all([allowProviders(works), allowProviders(rivals)]);
});

async function tokenOf(agent: Agent, audience: string, api = agent.api): Promise<string> {
  const body = { audience, ttl_seconds: 60 };
  return (await api.ok('createIdentityToken', { params: { id: agent.id }, body })).token;
}

async function publicKeys(): Promise<readonly JWK[]> {
  const response = await fetch(`${sharedStack().baseUrl}/.well-known/jwks.json`);
  return ((await response.json()) as { readonly keys: readonly JWK[] }).keys;
}

test.each(PROVIDER_NAMES)(
  'aid token --for %s gives access to the agent that is trusted, and to none of another organization',
  async (name) => {
    const fake = await trusting(name, ada);
    expect(await useProvider(name, fake, ada)).toMatchObject({ code: 0 });
    expect(await useProvider(name, fake, mallory)).toMatchObject({ code: 3 });
  },
);

test.each(PROVIDER_NAMES)('%s accepts genuine tokens of its agent alone, those of an org key too', async (name) => {
  const fake = await trusting(name, ada);
  const { audience } = await trusting(PROVIDER_NAMES.find((other) => other !== name) ?? '', ada);
  const genuine = await tokenOf(ada, fake.audience);
  const key = (await publicKeys()).find(({ kid }) => kid === headerOf(genuine).kid);
  const tokens = {
    ...forgedTokens(genuine, key ?? {}),
    'another audience': await tokenOf(ada, audience),
    'another agent of the organization': await tokenOf(eve, fake.audience),
  };
  for (const [title, token] of Object.entries(tokens)) {
    expect(REFUSED, title).toContain((await fake.exchange(token)).status);
  }
  for (const token of [genuine, await tokenOf(ada, fake.audience, works.api)]) {
    expect((await fake.exchange(token)).status).toBe(200);
  }
});

test.each(WITH_UPLOADED_KEYS)('%s accepts tokens of this machine by keys that were uploaded', async (name) => {
  await tokenOf(ada, (await trusting(name, ada)).audience);
  const fake = await trusting(name, ada, { keys: await publicKeys() });
  expect((await fake.exchange(await tokenOf(ada, fake.audience))).status).toBe(200);
});

test('A suspended agent gets no token for any provider, and the last one ends within its lifetime', async () => {
  const agent = await makeAgent(works);
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead * 1000);
  const fakes = await Promise.all(
    PROVIDER_NAMES.map(async (name) => {
      const fake = await trusting(name, agent, { now });
      return { name, fake, last: await tokenOf(agent, fake.audience) };
    }),
  );
  await works.api.ok('suspendIdentity', { params: { id: agent.id }, body: {} });
  for (const { name, fake } of fakes) {
    const { code, output } = await useProvider(name, fake, agent);
    expect({ name, code }).toEqual({ name, code: 3 });
    expect(output).not.toContain('eyJ');
    const byOrganization = ['token', '--audience', fake.audience, '--agent', agent.id];
    expect(await commandLineOf(works)(byOrganization)).toMatchObject({ code: 3, output: '' });
  }
  // AWS allows for clocks that differ by five minutes.
  ahead = 60 + 301;
  for (const { name, fake, last } of fakes) {
    const { exp, iat } = claimsOf(last);
    expect(Number(exp) - Number(iat)).toBe(60);
    expect(REFUSED, name).toContain((await fake.exchange(last)).status);
  }
});

test('An audience that the organization does not allow is refused with the way out', async () => {
  const refused = await commandLineOf(ada)(['token', '--audience', 'https://unknown.example.com']);
  expect(refused).toMatchObject({ code: 3, output: '', errors: expect.stringContaining('aid identity-tokens allow') });
});
