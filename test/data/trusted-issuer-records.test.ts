import { beforeEach, expect, test } from 'vitest';
import { MAX_TRUSTED_ISSUERS } from '#shared/domain/issuer/trusted-issuer.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import type { MadeAgent, MadeOrganization } from '../support/made-agents.ts';
import { makeTokenKey } from '../support/subject-tokens.ts';

/** What an organization may trust, and what it reads back. */

const engine = useEngine();
const KEY = makeTokenKey('one', 'RS256');
const ISSUER = 'https://token.actions.githubusercontent.com';

let api: InProcessApi;
let organization: MadeOrganization;
let agent: MadeAgent;

beforeEach(async () => {
  api = new InProcessApi(engine.table);
  organization = await api.organization();
  agent = await api.agent(organization.key);
});

const bodyOf = (more: object = {}) => ({
  issuer: ISSUER,
  rules: [{ identity_id: agent.id, claims: { repository: 'acme/app', ref: 'refs/heads/main' }, scopes: ['events'] }],
  ...more,
});
const create = (more: object = {}, key = organization.key) =>
  api.call('createTrustedIssuer', { key, body: bodyOf(more) });
const list = async (key = organization.key) => (await api.call('listTrustedIssuers', { key })).body.trusted_issuers;

test('A trusted issuer is returned as it was given, with the audience of its tokens', async () => {
  const { status, body } = await create();
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^iss_/),
    ...bodyOf(),
    audience: `https://api.test/organizations/${organization.slug}`,
    jwks_url: null,
    jwks: null,
    created_at: expect.any(String),
  });
  expect(await list()).toEqual([body]);
});

test('Given keys are returned without what verifying does not need', async () => {
  const { body } = await create({ jwks: { keys: [{ ...KEY.jwk, x5c: ['MIIB'], alg: 'RS256' }] } });
  expect(body.jwks).toEqual({ keys: [{ ...KEY.jwk, alg: 'RS256' }] });
  expect((await list())[0]).toEqual(body);
});

test('Names of claims that objects have are stored like others', async () => {
  const claims = { sub: 'a:b', constructor: 'x', toString: 'y' };
  const { body } = await create({ rules: [{ identity_id: agent.id, claims, scopes: ['events'] }] });
  expect((await list())[0]?.rules).toEqual([{ identity_id: agent.id, claims, scopes: ['events'] }]);
  expect(body.rules[0]?.claims).toEqual(claims);
});

test.each([
  ['issuer', 'http', { issuer: 'http://issuer.example' }],
  ['issuer', 'an address that is not public', { issuer: 'https://169.254.169.254' }],
  ['issuer', 'a private address in IPv6', { issuer: 'https://[::ffff:10.0.0.1]' }],
  ['issuer', 'user information', { issuer: 'https://a@issuer.example' }],
  ['issuer', 'a query', { issuer: 'https://issuer.example?x' }],
  ['issuer', 'a fragment', { issuer: 'https://issuer.example#x' }],
  ['issuer', 'this service', { issuer: 'https://api.test' }],
  ['issuer', 'no URL', { issuer: 'issuer' }],
  ['issuer', 'a long URL', { issuer: `https://issuer.example/${'x'.repeat(500)}` }],
  ['jwks_url', 'http', { jwks_url: 'http://keys.example/jwks' }],
  ['jwks_url', 'this service', { jwks_url: 'https://api.test/.well-known/jwks.json' }],
  ['jwks', 'both an address and keys', { jwks_url: 'https://keys.example', jwks: { keys: [KEY.jwk] } }],
  ['jwks.keys', 'no keys', { jwks: { keys: [] } }],
  ['jwks.keys.0', 'a shared secret', { jwks: { keys: [{ kty: 'oct', kid: 'one', k: 'AAAA' }] } }],
  ['rules', 'no rules', { rules: [] }],
])('%s: %s is refused', async (field, _, more) => {
  const { status, body } = await create(more);
  expect(status).toBe(400);
  expect(body.error.message).toMatch(new RegExp(`^${field}: `));
});

test.each([
  [{ claims: {} }, 'rules.0.claims: one of sub,'],
  [{ claims: { sub: '*' } }, 'rules.0.claims: at least 2 complete parts before *'],
  [{ claims: { sub: 'repo:acme/app*' } }, 'rules.0.claims: a colon or a slash before *'],
  [{ claims: { sub: 'repo:*' } }, 'rules.0.claims: at least 2 complete parts before *'],
  [{ scopes: [] }, 'rules.0.scopes: at least one scope'],
  [{ scopes: ['events', 'events'] }, 'rules.0.scopes: each scope once'],
  [{ scopes: ['everything'] }, 'rules.0.scopes.0: '],
])('A rule with %j is refused with %s', async (more, message) => {
  const rule = { identity_id: agent.id, claims: { sub: 'repo:acme/app:x' }, scopes: ['events'], ...more };
  const { status, body } = await create({ rules: [rule] });
  expect(status).toBe(400);
  expect(body.error.message).toContain(message);
});

test('A rule about an agent of another organization is refused like one about no agent', async () => {
  const other = await api.organization();
  const theirs = await api.agent(other.key);
  const refusals = await Promise.all(
    [theirs.id, 'agt_01KB4Z9T8QE7C0000000000000', 'agt', 'me'].map(async (identity_id) => {
      const { status, body } = await create({
        rules: [{ identity_id, claims: { sub: 'repo:acme/app:x' }, scopes: ['events'] }],
      });
      return [status, body.error.code, body.error.message];
    }),
  );
  expect(new Set(refusals.map(String)).size).toBe(1);
  expect(refusals[0]?.slice(0, 2)).toEqual([404, 'resource.not_found']);
});

test('An organization trusts an issuer once, also if it asks twice at the same time', async () => {
  const answers = await Promise.all([create(), create(), create()]);
  const codes = answers.map(({ status, body }) => (status === 201 ? 'created' : body.error.code)).sort();
  expect(codes).toEqual(['created', 'trusted_issuer.duplicate', 'trusted_issuer.duplicate']);
  // Other organizations trust whom they like.
  const other = await api.organization();
  const theirs = await api.agent(other.key);
  const rules = [{ identity_id: theirs.id, claims: { sub: 'repo:acme/app:x' }, scopes: ['events'] }];
  expect((await create({ rules }, other.key)).status).toBe(201);
});

test('The number of trusted issuers is limited, and a deleted one makes room', async () => {
  const made = [];
  for (let n = 0; n < MAX_TRUSTED_ISSUERS; n++) made.push((await create({ issuer: `https://${n}.example` })).body.id);
  const refused = await create();
  expect([refused.status, refused.body.error.code]).toEqual([409, 'trusted_issuer.limit_reached']);
  expect(refused.body.error.message).toContain(String(MAX_TRUSTED_ISSUERS));
  const remove = (id = '') => api.call('deleteTrustedIssuer', { key: organization.key, params: { id } });
  expect((await remove(made[0])).status).toBe(204);
  expect((await remove(made[0])).status).toBe(404);
  expect((await create()).status).toBe(201);
  expect(await list()).toHaveLength(MAX_TRUSTED_ISSUERS);
});

test('An organization sees and deletes its own trusted issuers alone', async () => {
  const { id } = (await create()).body;
  const other = await api.organization();
  expect(await list(other.key)).toEqual([]);
  const foreign = await api.call('deleteTrustedIssuer', { key: other.key, params: { id } });
  const missing = await api.call('deleteTrustedIssuer', {
    key: other.key,
    params: { id: 'iss_01KB4Z9T8QE7C0000000000000' },
  });
  for (const reply of [foreign, missing])
    expect([reply.status, reply.body.error.code]).toEqual([404, 'resource.not_found']);
  for (const name of ['createTrustedIssuer', 'listTrustedIssuers'] as const)
    expect(
      (await api.call(name, { key: agent.key, ...(name === 'createTrustedIssuer' && { body: bodyOf() }) })).status,
    ).toBe(403);
  expect(await list()).toHaveLength(1);
});
