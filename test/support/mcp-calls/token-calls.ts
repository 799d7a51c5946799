import { expect } from 'vitest';
import { freshName } from '#testing/fixture.ts';
import { claimsOf } from '../token-claims.ts';
import { expectKeyUsed, type ToolCall, type World } from './tool-call.ts';

/** The tool for identity tokens, which the bridge does not have. */
export async function tokenCalls({ organization, agent, way }: World): Promise<ToolCall[]> {
  if (way === 'stdio') return [];
  const audience = `https://${freshName('provider')}.example`;
  await organization.api.ok('setIdentityTokenSettings', { body: { audiences: [audience] } });
  const key = freshName('key');
  return [
    {
      tool: 'get_identity_token',
      args: { audience, ttl_seconds: 90, idempotency_key: key },
      check: async ({ structuredContent: { token } }) => {
        const claims = claimsOf(token);
        expect(claims).toMatchObject({ sub: `agent:${agent.id}`, aud: audience, handle: agent.handle });
        expect(Number(claims.exp) - Number(claims.iat)).toBe(90);
        const other = { params: { id: agent.id }, body: { audience, ttl_seconds: 91 } };
        await expectKeyUsed(agent, 'createIdentityToken', other, key);
      },
    },
  ];
}
