import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIdentityTokenBody, identityTokenSettingsBody } from '#shared/contract/schemas/identity-token.ts';
import {
  customClaimsSchema,
  MAX_CLAIMS,
  MAX_CLAIMS_BYTES,
  MAX_CLAIMS_DEPTH,
  RESERVED_CLAIMS,
} from '#shared/domain/issuer/custom-claims.ts';
import { identityTokenClaims } from '#shared/domain/issuer/identity-token.ts';
import { issuerMetadata } from '#shared/domain/issuer/metadata.ts';

const REQUEST = {
  issuer: 'https://api.example.com',
  subject: { id: 'agt_1', organizationId: 'org_1', handle: 'support-bot' },
  audience: 'sts.amazonaws.com',
  jti: 'itk_1',
  now: 1_795_250_042_999,
  ttlSeconds: 600,
};

const isAccepted = (claims: unknown) => customClaimsSchema.safeParse(claims).success;
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

test('A token names the agent, its organization and its handle, and says from when until when it is valid', () => {
  expect(identityTokenClaims(REQUEST)).toEqual({
    iss: 'https://api.example.com',
    sub: 'agent:agt_1',
    aud: 'sts.amazonaws.com',
    jti: 'itk_1',
    iat: 1_795_250_042,
    nbf: 1_795_250_042,
    exp: 1_795_250_642,
    organization: 'org_1',
    handle: 'support-bot',
  });
});

test('No claim that a caller adds changes one of the service, whatever it is called', () => {
  const own = identityTokenClaims(REQUEST);
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.keys(own), 'team'), fc.jsonValue()), (claims) => {
      expect(identityTokenClaims({ ...REQUEST, claims })).toMatchObject(own);
    }),
  );
});

test.each(RESERVED_CLAIMS)('The claim %s is reserved, in any case of its letters', (name) => {
  for (const one of [name, name.toUpperCase()]) {
    const { error } = customClaimsSchema.safeParse({ [one]: 'x' });
    expect(error?.issues.map(({ message }) => message)).toEqual([`${one} is reserved`]);
  }
});

test('Every claim of a token is reserved, and discovery lists it', () => {
  const own = Object.keys(identityTokenClaims(REQUEST));
  expect(RESERVED_CLAIMS).toEqual(expect.arrayContaining(own));
  expect(issuerMetadata('https://x.example').claims_supported.toSorted()).toEqual(own.toSorted());
});

test('Claims of a caller may be nested, and named by a URL', () => {
  const tags = { 'https://aws.amazon.com/tags': { principal_tags: { team: ['support'] }, transitive_tag_keys: [] } };
  expect(isAccepted(tags)).toBe(true);
  expect(isAccepted({})).toBe(true);
});

test('Claims of a caller are bounded in number, size, depth and names', () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}`, at]));
  expect([isAccepted(many(MAX_CLAIMS)), isAccepted(many(MAX_CLAIMS + 1))]).toEqual([true, false]);
  const long = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
  expect([isAccepted(long(MAX_CLAIMS_BYTES)), isAccepted(long(MAX_CLAIMS_BYTES + 1))]).toEqual([true, false]);
  expect([isAccepted(nested(MAX_CLAIMS_DEPTH)), isAccepted(nested(MAX_CLAIMS_DEPTH + 1))]).toEqual([true, false]);
  expect(isAccepted({ a: [[[[1]]]] })).toBe(false);
  for (const name of ['', 'a b', 'größe', 'x'.repeat(101), '__proto__"']) expect(isAccepted({ [name]: 1 })).toBe(false);
});

test('Claims of any depth are refused without a crash', () => {
  const deep = JSON.parse(`{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`) as unknown;
  expect(isAccepted(deep)).toBe(false);
});

test('A lifetime is a minute to an hour, in whole seconds', () => {
  const isLifetime = (ttl_seconds: unknown) =>
    createIdentityTokenBody.safeParse({ audience: 'x', ttl_seconds }).success;
  expect([60, 3600].map(isLifetime)).toEqual([true, true]);
  expect([59, 3601, 60.5, '60', null, -1].map(isLifetime)).toEqual([false, false, false, false, false, false]);
});

test('An audience is printable ASCII without spaces, and a list has each once', () => {
  const isAudience = (audience: unknown) => createIdentityTokenBody.safeParse({ audience }).success;
  expect(['sts.amazonaws.com', 'api://AzureADTokenExchange', `x${'y'.repeat(254)}`].every(isAudience)).toBe(true);
  for (const audience of ['', 'a b', 'a\n', 'größe', 'x'.repeat(256), ['x']]) expect(isAudience(audience)).toBe(false);
  const isList = (audiences: unknown) => identityTokenSettingsBody.safeParse({ audiences }).success;
  expect([[], ['a', 'b']].every(isList)).toBe(true);
  for (const audiences of [['a', 'a'], 'a', Array.from({ length: 51 }, (_, at) => `a${at}`)]) {
    expect(isList(audiences)).toBe(false);
  }
});
