import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSubjectToken, verifiedClaims } from '#functions/http/tokens/subject-token.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import type { SigningJwk } from '#shared/domain/issuer/signing-jwk.ts';
import { makeTokenKey, signedToken, type TokenKey, timesFrom, tokenWith } from '../support/subject-tokens.ts';

const NOW = Date.UTC(2026, 10, 28, 6);
const ISSUER = 'https://issuer.example';
const AUDIENCE = 'https://api.example/organizations/acme';
const KEY = makeTokenKey();
const OTHER = makeTokenKey('other');
const RSA = makeTokenKey('rsa', 'RS256');

const claims = (more: object = {}) => ({ iss: ISSUER, sub: 'a:b', aud: AUDIENCE, ...timesFrom(NOW), ...more });
const jwkOf = ({ jwk }: TokenKey) => jwk as SigningJwk;

function problemOf(token: string): string | undefined {
  try {
    readSubjectToken(token, NOW);
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation.failed') return error.message;
    throw error;
  }
}

/** Whether a token is accepted: read, and then verified by these keys. */
async function verify(token: string, keys: readonly SigningJwk[]) {
  return verifiedClaims(readSubjectToken(token, NOW), keys, NOW);
}

test.each(['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'] as const)('A token signed with %s is verified', async (alg) => {
  const key = makeTokenKey('one', alg);
  const token = signedToken(claims(), key);
  expect(await verify(token, [jwkOf(key)])).toMatchObject({ sub: 'a:b' });
  // The signature is of these bytes.
  const [header, payload, signature] = token.split('.') as [string, string, string];
  const other = Buffer.from(JSON.stringify(claims({ sub: 'a:c' }))).toString('base64url');
  expect(await verify(`${header}.${other}.${signature}`, [jwkOf(key)])).toBeUndefined();
  expect(payload).not.toBe(other);
});

test('A token of another key with the same kid is not verified', async () => {
  const token = signedToken(claims(), { ...OTHER, kid: KEY.kid });
  expect(await verify(token, [jwkOf(KEY)])).toBeUndefined();
});

test('If two keys of an issuer have the kid of a token, none verifies it', async () => {
  const twin = { ...jwkOf(OTHER), kid: KEY.kid };
  expect(await verify(signedToken(claims(), KEY), [jwkOf(KEY), twin])).toBeUndefined();
  // A key of another kind is no second candidate.
  const rsa = { ...jwkOf(RSA), kid: KEY.kid };
  expect(await verify(signedToken(claims(), KEY), [jwkOf(KEY), rsa])).toBeDefined();
});

test('A key verifies only with the algorithm that it is published for', async () => {
  const key = { ...jwkOf(RSA), alg: 'PS256' };
  expect(await verify(signedToken(claims(), RSA), [key])).toBeUndefined();
});

test.each(['none', 'None', 'NONE', 'HS256', 'HS384', 'HS512', 'A128KW', '', 'RSA1_5'])(
  'A token with the algorithm %j is refused',
  (alg) => {
    const hmac = (content: string) => createHmac('sha256', JSON.stringify(KEY.jwk)).update(content).digest('base64url');
    for (const signature of [() => '', hmac, () => 'AAAA'])
      expect(problemOf(tokenWith({ alg, kid: 'one' }, claims(), signature))).toMatch(/^subject_token: /);
  },
);

test('HMAC with the public key is refused, also if the header says what the key is for', async () => {
  const pem = RSA.privateKey.export({ type: 'pkcs8', format: 'pem' });
  for (const secret of [JSON.stringify(RSA.jwk), pem, String(RSA.jwk.n)]) {
    const mac = (content: string) => createHmac('sha256', secret).update(content).digest('base64url');
    expect(await verify(tokenWith({ alg: 'RS256', kid: 'rsa' }, claims(), mac), [jwkOf(RSA)])).toBeUndefined();
  }
});

test.each([
  ['a key of its own', { jwk: OTHER.jwk }],
  ['a link to keys', { jku: 'https://evil.example/jwks' }],
  ['a link to certificates', { x5u: 'https://evil.example/chain' }],
  ['certificates', { x5c: ['MIIB'] }],
])('A token that brings along %s is verified by the keys of the issuer alone', async (_, header) => {
  const forged = signedToken(claims(), { ...OTHER, kid: KEY.kid }, header);
  expect(await verify(forged, [jwkOf(KEY)])).toBeUndefined();
  expect(await verify(signedToken(claims(), KEY, header), [jwkOf(KEY)])).toBeDefined();
});

test.each([
  ['no text', ''],
  ['no token', 'token'],
  ['two parts', 'a.b'],
  ['four parts', 'a.b.c.d'],
  ['parts that are no JSON', 'YQ.YQ.YQ'],
  ['an encrypted token', 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..x.y.z'],
])('%s is refused by name', (_, token) => {
  expect(problemOf(token)).toBe('subject_token: a signed JWT');
});

test.each([
  ['no kid', {}, { kid: undefined }, 'kid'],
  ['an empty kid', {}, { kid: '' }, 'kid'],
  ['a kid that is no text', {}, { kid: 1 }, 'kid'],
  ['a long kid', {}, { kid: 'x'.repeat(501) }, 'kid'],
  ['the type of access tokens', {}, { typ: 'at+jwt' }, 'type'],
  ['a type that is no text', {}, { typ: 1 }, 'type'],
  ['no issuer', { iss: undefined }, {}, 'iss and sub'],
  ['no subject', { sub: undefined }, {}, 'iss and sub'],
  ['an empty subject', { sub: '' }, {}, 'iss and sub'],
  ['a subject that is no text', { sub: 1 }, {}, 'iss and sub'],
  ['no expiry', { exp: undefined }, {}, 'exp and iat'],
  ['no time of issue', { iat: undefined }, {}, 'exp and iat'],
  ['an expiry that is a text', { exp: '9999999999' }, {}, 'exp and iat'],
  ['an expiry in the past', timesFrom(NOW - 400_000), {}, 'has not expired'],
  ['a time of issue in the future', timesFrom(NOW + 120_000), {}, 'valid already'],
  ['a beginning in the future', { nbf: NOW / 1000 + 120 }, {}, 'valid already'],
  ['a life of more than a day', timesFrom(NOW, 86_401), {}, 'a day at most'],
  ['no audience', { aud: undefined }, {}, 'one audience'],
  ['no audience in a list', { aud: [] }, {}, 'one audience'],
  ['two audiences', { aud: [AUDIENCE, 'https://other.example'] }, {}, 'one audience'],
  ['an audience that is no text', { aud: [1] }, {}, 'one audience'],
])('A token with %s is refused by name', (_, more, header, named) => {
  expect(problemOf(signedToken(claims(more), KEY, header))).toContain(named);
});

test('Clocks may be a minute apart, and no more', () => {
  expect(problemOf(signedToken(claims(timesFrom(NOW + 59_000)), KEY))).toBeUndefined();
  expect(problemOf(signedToken(claims(timesFrom(NOW - 359_000)), KEY))).toBeUndefined();
  expect(problemOf(signedToken(claims(timesFrom(NOW - 361_000)), KEY))).toContain('has not expired');
});

test('A message about a token contains nothing of it', () => {
  const text = fc.string({ minLength: 12 });
  fc.assert(
    fc.property(text, text, (alg, kid) => {
      const message = problemOf(tokenWith({ alg, kid }, claims(), () => 'AAAA')) ?? '';
      expect(message.includes(alg)).toBe(false);
    }),
  );
});

test('No header and no claims make the reader fail in another way', async () => {
  const anything = fc.dictionary(fc.constantFrom('alg', 'kid', 'typ', 'crit', 'b64', 'jwk'), fc.anything());
  const anyClaims = fc.dictionary(fc.constantFrom('iss', 'sub', 'aud', 'exp', 'iat', 'nbf'), fc.anything());
  await fc.assert(
    fc.asyncProperty(anything, anyClaims, async (header, more) => {
      const safe = (value: object) =>
        JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? 0 : one)));
      const token = tokenWith({ alg: 'ES256', kid: 'one', ...safe(header) }, claims(safe(more)), () => 'AAAA');
      if (problemOf(token) === undefined) expect(await verify(token, [jwkOf(KEY)])).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

test('A critical extension that the service does not know is not ignored', async () => {
  expect(await verify(signedToken(claims(), KEY, { crit: ['exp'], exp: 1 }), [jwkOf(KEY)])).toBeUndefined();
  expect(await verify(signedToken(claims(), KEY, { crit: ['b64'], b64: false }), [jwkOf(KEY)])).toBeUndefined();
});
