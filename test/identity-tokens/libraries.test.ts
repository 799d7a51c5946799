import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#shared/domain/time/time.ts';
import { startEngine } from '#test/support/engine.ts';
import { forgedTokens } from '#test/support/provider-fakes/forged-tokens.ts';
import { keysOf, verifyIdentityToken } from '#test/support/provider-fakes/verify-identity-token.ts';
import { claimsOf, headerOf } from '#test/support/token-claims.ts';
import { makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { installPython } from '../support/tools/install.ts';
import { mustRun } from '../support/tools/run-command.ts';
import { startLineProgram } from './support/line-program.ts';
import { RotatingIssuer } from './support/rotating-issuer.ts';

const PROGRAMS = join(import.meta.dirname, 'programs');
const AUDIENCE = 'https://accepts.example.com';
const CLAIMS = ['iss', 'sub', 'aud', 'exp', 'iat', 'jti'];

/** Verifies a token: "accepted" and its subject, or "refused" and why. */
type Verify = (token: string) => Promise<string>;
/** Starts a service that verifies tokens of an issuer for one audience. It knows nothing but these two. */
type StartVerifier = (issuer: string) => Verify | Promise<Verify>;

const folder = mkdtempSync(join(tmpdir(), 'aid-identity-tokens-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let python: string;
beforeAll(async () => {
  python = join(await installPython('identity-tokens-python', PROGRAMS), 'python');
  await mustRun('go', ['build', '-o', join(folder, 'verify'), '.'], { cwd: PROGRAMS });
});

const LIBRARIES: Readonly<Record<string, StartVerifier>> = {
  jose: async (issuer) => {
    const trust = { issuer, subject: '' };
    const keys = await keysOf(trust);
    return async (token) => {
      try {
        const claims = await verifyIdentityToken(token, trust, keys, { algorithms: ['RS256'], requiredClaims: CLAIMS });
        return claims.aud === AUDIENCE ? `accepted ${claims.sub}` : 'refused audience';
      } catch (error) {
        return `refused ${(error as Error).message}`;
      }
    };
  },
  PyJWT: (issuer) => startLineProgram(python, [join(PROGRAMS, 'verify.py'), issuer, AUDIENCE]),
  'go-oidc': (issuer) => startLineProgram(join(folder, 'verify'), [issuer, AUDIENCE]),
};

test.each(Object.entries(LIBRARIES))('%s accepts the tokens of a stack, and no others', async (_name, start) => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const other = 'https://other.example.com';
  await organization.api.ok('setIdentityTokenSettings', { body: { audiences: [AUDIENCE, other] } });
  const tokenFor = async (audience: string) =>
    (await agent.api.ok('createIdentityToken', { params: { id: agent.id }, body: { audience } })).token;
  const issuer = sharedStack().baseUrl;
  const verify = await start(issuer);
  const genuine = await tokenFor(AUDIENCE);
  expect(claimsOf(genuine).iss).toBe(issuer);
  expect(await verify(genuine)).toBe(`accepted agent:${agent.id}`);
  expect(await verify(await tokenFor(other))).toMatch(/^refused /);
  const { keys } = (await (await fetch(`${issuer}/.well-known/jwks.json`)).json()) as { readonly keys: JWK[] };
  const key = keys.find(({ kid }) => kid === headerOf(genuine).kid);
  for (const [title, token] of Object.entries(forgedTokens(genuine, key ?? {}))) {
    expect(await verify(token), title).toMatch(/^refused /);
  }
  expect(await verify(genuine)).toBe(`accepted agent:${agent.id}`);
});

test.each(Object.entries(LIBRARIES))(
  '%s accepts every token while the keys change, by the keys alone',
  async (_name, start) => {
    const engine = await startEngine();
    onTestFinished(() => engine.stop());
    const issuer = await RotatingIssuer.start(engine.table);
    onTestFinished(() => issuer.close());
    const early = await issuer.token(AUDIENCE);
    // It has the keys of this time in its memory, and stays.
    const verify = await start(issuer.url);
    const expectAccepted = async (token: string) =>
      expect(await verify(token)).toBe('accepted agent:agt_01JADA0000000000000000ADA0');
    await expectAccepted(early);

    await issuer.publishNextKey();
    // The issuer has read its keys again by then.
    issuer.advance(10 * MINUTE);
    const published = await issuer.token(AUDIENCE);
    expect(await issuer.publicKeys()).toHaveLength(2);
    expect(headerOf(published).kid).toBe(headerOf(early).kid);
    await expectAccepted(published);

    issuer.advance(DAY);
    const late = await issuer.token(AUDIENCE);
    expect(await issuer.publicKeys()).toHaveLength(2);
    expect(headerOf(late).kid).not.toBe(headerOf(early).kid);
    for (const token of [late, published, early, late]) await expectAccepted(token);

    // The last token of the first key has expired by then, and the key is published no longer.
    issuer.advance(2 * HOUR);
    expect(await issuer.publicKeys()).toHaveLength(1);
    const another = await start(issuer.url);
    expect(await another(late)).toMatch(/^accepted /);
    expect(await another(early)).toMatch(/^refused /);
  },
);
