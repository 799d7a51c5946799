import { verifyAgentCardSignature } from '@a2a-js/sdk';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import type { Account } from './engine.ts';
import { run, STAGE } from './stage.ts';
import type { Tenant, Walk } from './walk.ts';

/** A deployed stage with an organization. */
interface DeployedStage {
  readonly account: Account;
  readonly walk: Walk;
  readonly tenant: Tenant;
}

const AUDIENCE = 'sts.amazonaws.com';

/** Declares the tests of identity tokens and their keys, in a stage that was deployed by the tests before. */
export function testIdentityTokens(stageOf: () => DeployedStage): void {
  test('An agent of the deployed stage gets a token, which its published keys verify', async () => {
    const { walk, tenant } = stageOf();
    const { agentId, agentKey, orgKey } = tenant;
    await walk.call('PUT', '/v1/identity-tokens/settings', orgKey, { audiences: [AUDIENCE] });
    const { token } = await walk.call('POST', `/v1/identities/${agentId}/tokens`, agentKey, { audience: AUDIENCE });
    const keys: JSONWebKeySet = await walk.call('GET', '/.well-known/jwks.json');
    const { issuer } = await walk.call('GET', '/.well-known/openid-configuration');
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), { issuer, audience: AUDIENCE });
    expect(payload.sub).toBe(`agent:${agentId}`);
  });

  test('The card of an agent of the deployed stage is signed, and its published keys verify it', async () => {
    const { walk, tenant } = stageOf();
    const { agentId, orgKey } = tenant;
    await walk.call('PUT', `/v1/identities/${agentId}/a2a/settings`, orgKey, { publicly_discoverable: true });
    const card = await walk.call('GET', `/v1/identities/${agentId}/a2a/agent-card.json`);
    const published: JSONWebKeySet = await walk.call('GET', '/.well-known/jwks.json');
    const { jwks_uri: address } = await walk.call('GET', '/.well-known/openid-configuration');
    const keys = createLocalJWKSet(published);
    const verify = verifyAgentCardSignature(async (kid, jku) => {
      if (jku !== address) throw new Error(`a key of ${jku}`);
      return keys({ alg: 'RS256', kid });
    });
    await expect(verify(card as Parameters<typeof verify>[0])).resolves.toBeUndefined();
  });

  test('A command publishes the next signing key, and withdraws the others where they may be known', async () => {
    const { account, walk } = stageOf();
    const rotate = (...args: string[]) =>
      run(account, ['node', 'scripts/ops.ts', 'rotate-signing-key', '--stage', STAGE, ...args]);
    const plan = await rotate();
    expect(plan.code, plan.output).toBe(0);
    expect(plan.output).toMatch(/^1 .* signs and verifies/m);
    const rotated = await rotate('--yes');
    expect(rotated.output).toMatch(/^version 2 was created; it signs from \d{4}-/m);
    expect((await rotate('--yes')).code).toBe(1);
    const withdrawn = await rotate('--withdraw', '--yes');
    expect(withdrawn.output).toMatch(/^version 3 was created; it signs now/m);
    expect((await rotate()).output).toMatch(/^2 .* withdrawn at/m);
    // The function that signs learns of it within five minutes; until then its keys are those of before.
    const keys: JSONWebKeySet = await walk.call('GET', '/.well-known/jwks.json');
    expect(keys.keys.length).toBeGreaterThan(0);
  });
}
