import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { reservePort } from '#testing/reserved-port.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { eventually } from '../support/eventually.ts';
import { headerOf } from '../support/token-claims.ts';

/** A stack with `AID_SIGNING_KEYS`, which checks each request of a function against its policy. */
const AUDIENCE = 'sts.amazonaws.com';
let stateDir: string;
let settings: Record<string, string>;
let stack: Stack;
let agent: Agent;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'aid-kms-test-'));
  const ports = { AID_PORT: String(await reservePort()), AID_SMTP_PORT: String(await reservePort()) };
  settings = { AID_STATE_DIR: stateDir, ...ports, AID_CHECK_ACCESS: '1', AID_LOG: 'info' };
  stack = await startStack({ ...settings, AID_SIGNING_KEYS: 'kms' });
  const organization = await makeOrganization(stack.baseUrl);
  agent = await makeAgent(organization);
  await organization.api.ok('setIdentityTokenSettings', { body: { audiences: [AUDIENCE] } });
});

afterAll(async () => {
  await stack?.kill();
  await rm(stateDir, { recursive: true, force: true });
});

const keySet = async () => (await (await fetch(`${stack.baseUrl}/.well-known/jwks.json`)).json()) as JSONWebKeySet;

/** A token of the agent, which the published keys verify, and the key that signed it. */
async function verifiedToken(): Promise<unknown> {
  const { token } = await agent.api.ok('createIdentityToken', {
    params: { id: agent.id },
    body: { audience: AUDIENCE },
  });
  const { payload } = await jwtVerify(token, createLocalJWKSet(await keySet()), { audience: AUDIENCE });
  expect(payload.sub).toBe(`agent:${agent.id}`);
  return headerOf(token).kid;
}

/** Waits until the sweep has created this version, soon after a start. Functions keep the keys that they have read. */
const created = (version: number) =>
  eventually(async () => {
    const log = await readFile(join(stateDir, 'logs', 'aid-dev-worker-sweep.log'), 'utf8');
    const lines = log.split('\n').filter((line) => line.includes('signing key created'));
    expect(lines.map((line) => JSON.parse(line).version)).toContain(version);
  });

test('KMS signs the tokens of a stack with the setting, also on the way back, where the next key is in the table', async () => {
  await created(1);
  const kid = await verifiedToken();
  await stack.kill();
  stack = await startStack({ ...settings, AID_SIGNING_KEYS: 'table-after-kms' });
  await created(2);
  expect((await keySet()).keys).toHaveLength(2);
  expect(await verifiedToken()).toBe(kid);
});
