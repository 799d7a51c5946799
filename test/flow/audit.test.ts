import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLineIn } from '#test/support/command-line-client.ts';
import {
  type Agent,
  freshName,
  makeAgent,
  makeOrganization,
  type Organization,
  sharedStack,
} from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';

/** The audit over HTTP, where each function has only its own permissions and keys. */

const folder = mkdtempSync(join(tmpdir(), 'aid-audit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let organization: Organization;
let agent: Agent;

beforeAll(async () => {
  organization = await makeOrganization();
  agent = await makeAgent(organization);
});

test('Each function that changes something writes its entry with the address of the caller, and one lists them all', async () => {
  const { api } = organization;
  const params = { id: agent.id };
  await api.ok('createWebhook', { body: { url: 'http://127.0.0.1:9/audited' } });
  await api.ok('createContactRule', { body: { action: 'block', match_type: 'domain', match_target: 'spam.example' } });
  await api.ok('createDomain', { body: { domain: `${freshName('audited')}.example` } });
  await api.ok('createProviderAccount', { body: { provider: 'smtp', host: '127.0.0.1', port: 9 } });
  await api.ok('createSecret', { body: { name: 'Billing', value: 'never shown' } });
  await api.ok('putA2aSettings', { params, body: { description: 'Sells lamps' } });
  await api.ok('setIdentityTokenSettings', { body: { audiences: ['https://audited.example'] } });
  await api.ok('createTunnel', { body: { identity_id: agent.id } });
  await api.ok('suspendIdentity', { params, body: { reason: 'on leave' } });

  const aid = commandLineIn(mkdtempSync(join(folder, 'home-')), {
    environment: { AID_URL: sharedStack().baseUrl, AID_KEY: organization.key },
  });
  const { code, output } = await aid(['audit', 'list', '--all', '--json']);
  expect(code).toBe(0);
  expect(output).not.toContain('never shown');
  const entries = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { action: string; address: string; actor: { type: string; label: string } })
    .filter(({ actor }) => actor.type !== 'service');
  expect(entries.map(({ action }) => action)).toEqual([
    'suspendIdentity',
    'createTunnel',
    'setIdentityTokenSettings',
    'putA2aSettings',
    'createSecret',
    'createProviderAccount',
    'createDomain',
    'createContactRule',
    'createWebhook',
    'createApiKey',
    'createIdentity',
    'createOrganization',
  ]);
  expect(new Set(entries.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']));
  expect(new Set(entries.map(({ actor }) => actor.label))).toEqual(new Set(['admin']));

  // The worker verifies the domain, as every one on this machine.
  const found = await eventually(async () => {
    const [entry] = (await api.ok('listAudit', { query: { action: 'checkDomain' } })).entries;
    if (entry === undefined) throw new Error('the domain is not checked yet');
    return entry;
  });
  expect(found).toMatchObject({ actor: { type: 'service' }, address: null, after: { status: 'verified' } });
});
