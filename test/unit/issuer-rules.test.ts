import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTrustedIssuerBody } from '#shared/contract/schemas/trusted-issuer.ts';
import { organizationAudience, slugOfAudience } from '#shared/domain/issuer/organization-audience.ts';
import { signingJwkOf, signingJwksOf } from '#shared/domain/issuer/signing-jwk.ts';
import { claimsProblem, IDENTIFYING_CLAIMS, ruleFor } from '#shared/domain/issuer/trusted-issuer.ts';
import { makeTokenKey } from '../support/subject-tokens.ts';

const accepts = (claims: Record<string, string>) => claimsProblem(claims) === undefined;
const fulfils = (wanted: Record<string, string>, claims: object) =>
  ruleFor([{ claims: wanted }], claims as Record<string, unknown>) !== undefined;

test.each([
  [{ sub: 'repo:acme/app:environment:production' }],
  [{ sub: 'repo:acme/app:*' }],
  [{ sub: 'repo:acme/*' }],
  [{ sub: 'system:serviceaccount:default:*' }],
  [{ sub: 'arn:aws:iam::123456789012:role/*' }],
  [{ sub: 'spiffe://acme.example/ns/*' }],
  [{ repository: 'acme/app', ref: 'refs/heads/main' }],
  [{ repository: 'acme/*', environment: 'production' }],
  [{ repository_id: '74', job_workflow_ref: 'acme/workflows/.github/workflows/*' }],
  [{ sub: '113077', email: 'app@acme.iam.gserviceaccount.com', email_verified: 'true' }],
])('A rule about %j names a workload', (claims) => {
  expect(claimsProblem(claims)).toBeUndefined();
});

test.each([
  ['no claim', {}],
  ['a claim that many workloads have', { ref: 'refs/heads/main' }],
  ['a reusable workflow, which anyone may call', { job_workflow_ref: 'acme/workflows/.github/workflows/x.yml@v1' }],
  ['the actor, who may run workflows anywhere', { actor: 'octocat' }],
  ['everything', { sub: '*' }],
  ['every repository of the issuer', { sub: 'repo:*' }],
  ['an empty part', { sub: 'repo::*' }],
  ['nothing but separators', { sub: ':/*' }],
  ['the beginning of a name', { sub: 'repo:acme/app*' }],
  ['the beginning of an owner', { sub: 'repo:acme*' }],
  ['the beginning of a repository', { repository: 'acme/app*' }],
  ['the beginning of a number', { repository_id: '7*' }],
  ['a mark in the middle', { sub: 'repo:acme/*:ref:refs/heads/main' }],
  ['two marks', { sub: 'repo:acme/**' }],
  ['an empty value', { sub: '' }],
  ['a name without characters', { sub: 'repo:acme/app:x', '': 'x' }],
  ['the audience', { sub: 'repo:acme/app:x', aud: 'x' }],
  ['the issuer', { sub: 'repo:acme/app:x', iss: 'x' }],
  ['too long a value', { sub: 'x'.repeat(501) }],
  ['too many claims', Object.fromEntries(['sub', ...'abcdefghij'].map((name) => [name, 'x']))],
])('A rule about %s is refused', (_, claims) => {
  expect(claimsProblem(claims as Record<string, string>)).toBeDefined();
});

/** Parts of claims as issuers build them: names, which nothing separates. */
const part = fc.stringMatching(/^[A-Za-z0-9._-]{1,12}$/);
const separator = fc.constantFrom(':', '/');

test('What a rule with a beginning accepts has all complete parts of the beginning, unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(part, separator), { minLength: 2, maxLength: 5 }), fc.string(), (parts, rest) => {
      const prefix = parts.map(([name, after]) => name + after).join('');
      expect(accepts({ sub: `${prefix}*` })).toBe(true);
      expect(fulfils({ sub: `${prefix}*` }, { sub: prefix + rest })).toBe(rest !== '');
      // A longer last name is another name.
      const [last = ''] = parts.at(-1) ?? [];
      const longer = `${prefix.slice(0, -1)}-evil${prefix.slice(-1)}${rest}`;
      expect(fulfils({ sub: `${prefix}*` }, { sub: longer })).toBe(false);
      expect(last).not.toBe('');
    }),
  );
});

test('A rule without a beginning accepts its text and no other', () => {
  fc.assert(
    fc.property(part, fc.string(), (text, given) => {
      expect(fulfils({ sub: text }, { sub: given })).toBe(text === given);
      expect(fulfils({ sub: text }, { sub: text })).toBe(true);
      expect(fulfils({ sub: text }, { sub: text.toUpperCase() })).toBe(text === text.toUpperCase());
    }),
  );
});

test('A rule is fulfilled by a token that has all of its claims, whatever else the token has', () => {
  fc.assert(
    fc.property(fc.dictionary(part, part, { minKeys: 1 }), fc.dictionary(part, part), (wanted, others) => {
      expect(fulfils(wanted, { ...others, ...wanted })).toBe(true);
      for (const name of Object.keys(wanted)) {
        const { [name]: _, ...without } = { ...others, ...wanted };
        expect(fulfils(wanted, without)).toBe(false);
      }
    }),
  );
});

test.each([
  ['a list with it', { sub: ['repo:acme/app'] }],
  ['an object', { sub: { toString: 'repo:acme/app' } }],
  ['null', { sub: null }],
  ['a claim that every object inherits', {}],
])('A claim that is %s is not its text', (_, claims) => {
  expect(fulfils({ sub: 'repo:acme/app' }, claims)).toBe(false);
  expect(fulfils({ constructor: 'x' }, claims)).toBe(false);
  expect(fulfils(JSON.parse('{"__proto__":"x"}'), claims)).toBe(false);
});

test('A number and a yes are compared by their text', () => {
  expect(fulfils({ repository_id: '74' }, { repository_id: 74 })).toBe(true);
  expect(fulfils({ email_verified: 'true' }, { email_verified: true })).toBe(true);
  expect(fulfils({ repository_id: '74' }, { repository_id: 74.5 })).toBe(false);
});

test('A rule without claims is fulfilled by no token, and the first rule that is fulfilled decides', () => {
  expect(fulfils({}, { sub: 'x' })).toBe(false);
  const rules: { claims: Record<string, string> }[] = [
    { claims: { sub: 'a' } },
    { claims: { sub: 'b' } },
    { claims: { sub: 'b', ref: 'main' } },
  ];
  expect(ruleFor(rules, { sub: 'b', ref: 'main' })).toBe(rules[1]);
  expect(ruleFor(rules, { sub: 'c' })).toBeUndefined();
});

test('Every rule that the API accepts has a claim that says who the workload is', () => {
  const name = fc.oneof(fc.constantFrom(...IDENTIFYING_CLAIMS.keys(), 'ref', 'actor', 'environment'), part);
  fc.assert(
    fc.property(fc.dictionary(name, part, { minKeys: 0, maxKeys: 4 }), (claims) => {
      const isIdentifying = Object.keys(claims).some((one) => IDENTIFYING_CLAIMS.has(one));
      if (accepts(claims)) expect(isIdentifying).toBe(true);
    }),
  );
});

test('An audience names an organization of this stage, or none', () => {
  const issuer = 'https://api.example';
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9][a-z0-9-]{1,46}[a-z0-9]$/), (slug) => {
      expect(slugOfAudience(issuer, organizationAudience(issuer, slug))).toBe(slug);
    }),
  );
  const others = [
    'https://api.example',
    'https://api.example/organizations/',
    'https://api.example/organizations/acme/',
    'https://api.example/organizations/acme?x',
    'https://api.example/organizations/../organizations/acme',
    'https://api.example.evil/organizations/acme',
    'https://API.example/organizations/acme',
    'acme',
  ];
  for (const other of others) expect(slugOfAudience(issuer, other), other).toBeUndefined();
});

test('Of a key set, only public keys that verify signatures count', () => {
  const { jwk, privateKey } = makeTokenKey('one', 'ES256');
  expect(signingJwkOf({ ...jwk, x5c: ['certificate'], x5u: 'https://evil.example' })).toEqual(jwk);
  for (const bad of [
    privateKey.export({ format: 'jwk' }),
    { kty: 'oct', kid: 'one', k: 'c2VjcmV0' },
    { ...jwk, kid: undefined },
    { ...jwk, kid: '' },
    { ...jwk, use: 'enc' },
    { ...jwk, x: 'x'.repeat(3000) },
    { ...jwk, x: 1 },
    null,
    'key',
  ])
    expect(signingJwkOf(bad)).toBeUndefined();
  expect(signingJwksOf({ keys: [jwk, null] }, 2)).toEqual([jwk]);
  expect(signingJwksOf({ keys: [jwk, jwk] }, 1)).toBeUndefined();
  for (const bad of [undefined, null, {}, { keys: {} }, []]) expect(signingJwksOf(bad, 10)).toBeUndefined();
});

test('Given keys have no private members, and no kid twice', () => {
  const { jwk, privateKey } = makeTokenKey();
  const body = (keys: unknown[]) => ({
    issuer: 'https://issuer.example',
    jwks: { keys },
    rules: [{ identity_id: 'agt_1', claims: { sub: 'a:b' }, scopes: ['events'] }],
  });
  const problemOf = (keys: unknown[]) => createTrustedIssuerBody.safeParse(body(keys)).error?.issues[0]?.message;
  expect(problemOf([jwk])).toBeUndefined();
  expect(problemOf([{ ...privateKey.export({ format: 'jwk' }), kid: 'one' }])).toContain('without its private members');
  expect(problemOf([jwk, jwk])).toContain('kid that no other key has');
  expect(problemOf([])).toContain('at least one key');
});
