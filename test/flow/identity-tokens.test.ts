import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { freshName, makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';

/** A service that trusts the issuer: it knows its address and its own name, and reads everything else there. */
async function verify(token: string, audience: string): Promise<JWTPayload> {
  const { baseUrl } = sharedStack();
  const response = await fetch(`${baseUrl}/.well-known/openid-configuration`);
  const { issuer, jwks_uri } = (await response.json()) as { issuer: string; jwks_uri: string };
  expect(issuer).toBe(baseUrl);
  const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(jwks_uri)), {
    issuer,
    audience,
    algorithms: ['RS256'],
  });
  return payload;
}

test('A service verifies from the published keys which agent a token is of, and a suspended agent gets no other', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const params = { id: agent.id };
  const audience = `https://${freshName('provider')}.example`;
  await agent.api.refused('createIdentityToken', 'identity_token.audience', { params, body: { audience } });
  await organization.api.ok('setIdentityTokenSettings', { body: { audiences: [audience] } });

  const { token, expires_at } = await agent.api.ok('createIdentityToken', { params, body: { audience } });
  const payload = await verify(token, audience);
  expect(payload).toMatchObject({ sub: `agent:${agent.id}`, handle: agent.handle, organization: organization.id });
  expect(Date.parse(expires_at)).toBe(Number(payload.exp) * 1000);
  await expect(verify(token, 'https://other.example')).rejects.toThrow(/aud/);
  const [header, claims, signature] = token.split('.');
  const forged = JSON.stringify({ ...payload, sub: 'agent:agt_other' });
  await expect(
    verify([header, Buffer.from(forged).toString('base64url'), signature].join('.'), audience),
  ).rejects.toThrow(/signature/);
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  await expect(verify(`${none}.${claims}.`, audience)).rejects.toThrow();

  const { events } = await organization.api.ok('listEvents', { query: { type: 'identity_token.issued' } });
  expect(events.map(({ payload: { jti } }) => jti)).toEqual([payload.jti]);
  expect((await agent.api.ok('getUsage')).identity_tokens_today).toBe(1);
  await organization.api.ok('suspendIdentity', { params });
  for (const api of [agent.api, organization.api]) {
    await api.refused('createIdentityToken', 'identity.suspended', { params, body: { audience } });
  }
  const stranger = await makeAgent(await makeOrganization());
  await stranger.api.refused('createIdentityToken', 'resource.not_found', { params, body: { audience } });
});
