import type { JWTPayload } from 'jose';
import { exchanged, type StartFake } from './fake-provider.ts';
import { type FakeResponse, FakeServer } from './fake-server.ts';
import { isFor, keysOf, verifyIdentityToken } from './verify-identity-token.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const BETAS = 'oauth-2025-04-20,oidc-federation-2026-04-01';
const IDS = {
  federation_rule_id: 'fdrl_01',
  organization_id: '00000000-0000-4000-8000-000000000000',
  service_account_id: 'svac_01',
};

/**
 * Anthropic: an issuer, and a federation rule that matches `subject_prefix` without a star, and `audience`. The issuer
 * checks `jti`, so that each token works once.
 *
 * - The request, what is demanded of a token, how a rule matches, and the errors, which do not say what is wrong:
 *   https://platform.claude.com/docs/en/manage-claude/wif-reference: 16 KiB; RSA and ECDSA; `kid`; `sub`, `iat`, `exp`;
 *   an hour from `iat` to `exp`; 30 seconds of skew; keys by discovery or inline.
 * - The header: https://github.com/anthropics/anthropic-sdk-typescript, `src/lib/credentials/oidc-federation.ts`.
 */
export const startAnthropic: StartFake = async (trust) => {
  const audience = trust.audience ?? 'https://api.anthropic.com';
  const keys = keysOf(trust);
  keys.catch(() => {});
  const used = new Set<string>();
  const server = await FakeServer.start(async ({ method, path, headers, body }) => {
    const isKnown = method === 'POST' && path === '/v1/oauth/token' && headers['anthropic-beta'] === BETAS;
    if (!isKnown || headers['content-type'] !== 'application/json') return failed(404, 'not_found_error', 'Not found');
    const { grant_type, assertion, ...ids } = JSON.parse(body) as Readonly<Record<string, unknown>>;
    if (grant_type !== GRANT || typeof assertion !== 'string')
      return failed(400, 'invalid_request', 'a field is missing');
    if (assertion.length > 16 * 1024) return failed(400, 'invalid_request', 'the assertion is too large');
    try {
      const claims = await verifyIdentityToken(assertion, trust, await keys, {
        algorithms: ['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
        requiredClaims: ['sub', 'iat', 'exp'],
        skewSeconds: 30,
        maxLifetimeSeconds: 3600,
        needsKid: true,
      });
      if (JSON.stringify(ids) !== JSON.stringify(IDS)) throw new Error('another rule');
      if (claims.sub !== trust.subject || !isFor(audience, claims)) throw new Error('the rule does not match');
      useOnce(claims, used);
    } catch {
      return failed(400, 'invalid_grant', 'The assertion was not accepted.');
    }
    const reply = {
      access_token: 'sk-ant-oat01-x',
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'workspace:inference',
    };
    return { status: 200, body: reply };
  });
  const endpoint = `${server.url}/v1/oauth/token`;
  const { federation_rule_id: rule, organization_id: organization, service_account_id: account } = IDS;
  return {
    audience,
    args: ['--rule', rule, '--organization', organization, '--service-account', account, '--endpoint', endpoint],
    close: () => server.close(),
    exchange: async (token) =>
      exchanged(
        await fetch(endpoint, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'anthropic-beta': BETAS },
          body: JSON.stringify({ grant_type: GRANT, assertion: token, ...IDS }),
        }),
      ),
  };
};

function useOnce({ jti }: JWTPayload, used: Set<string>): void {
  if (jti === undefined || used.has(jti)) throw new Error('the token was used before');
  used.add(jti);
}

/** The error shape of the Claude API (https://platform.claude.com/docs/en/api/errors). */
function failed(status: number, type: string, message: string): FakeResponse {
  return { status, body: { type: 'error', error: { type, message } } };
}
