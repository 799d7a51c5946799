import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signedHeaders } from '#functions/workers/delivery/signed-headers.ts';
import { pushConfigs, putPushConfig } from '#shared/data/entities/a2a/push-config.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { findWebhook, replaceWebhook } from '#shared/data/entities/delivery/webhook.ts';
import { findProviderAccount } from '#shared/data/entities/mail/provider-account.ts';
import {
  findSecondFactor,
  replaceSecondFactor,
  totpContext,
} from '#shared/data/entities/organization/second-factor.ts';
import { findMigrationProgress } from '#shared/data/entities/stage/migration.ts';
import { stageDataKeyRowKey } from '#shared/data/entities/stage/stage-data-key.ts';
import type { Row, Table } from '#shared/data/table-client.ts';
import { commit, StaleReadError } from '#shared/data/unit-of-work.ts';
import { ACTIVATION_MS } from '#shared/runtime/stage-keyring.ts';
import { verifyDelivery } from '#testing/verify-signature.ts';
import { type Engine, startEngine } from '../support/engine.ts';
import { everyRow } from '../support/every-row.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { ops, stageWith } from '../support/ops-harness.ts';
import { makeStage } from '../support/stage-keyrings.ts';

/** An engine for each test: a run walks the whole table. */
let engine: Engine;
let table: Table;

beforeEach(async () => {
  engine = await startEngine();
  table = engine.table;
});

afterEach(() => engine.stop());

const allRows = async () => (await everyRow(table)) as Row[];

/** A value as it was sealed before values had keys of their own. */
function sealOldForm(bytes: Uint8Array, purpose: string, context: string, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(hkdfSync('sha256', bytes, '', `aid ${purpose}`, 32)), iv);
  cipher.setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `k1.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

const EMAIL = 'ada@example.com';
const FACTOR = {
  email: EMAIL,
  isActive: true,
  lastStep: 0,
  recoveryHashes: [],
  wrong: 0,
  wrongUntil: 0,
  version: 1,
};
const PUSH = { id: 'one', endpointId: 'whk_push', taskId: 'tsk_1', url: 'https://r.example/', scheme: null, slot: 0 };

/** A stage with a secret of each kind under the first data key, and then with a second data key. */
async function rotatedStage() {
  const made = makeStage(engine, { now: Date.now() - ACTIVATION_MS });
  const fn = made.startFunction();
  const api = new InProcessApi(table, {}, () => fn.get());
  const { id, key } = await api.organization();
  const { body: webhook } = await api.call('createWebhook', { key, body: { url: 'https://example.com/hook' } });
  const account = await api.call('createProviderAccount', {
    key,
    body: { provider: 'smtp', host: '127.0.0.1', port: 1, username: 'a', credentials: { password: 'p' } },
  });
  const [first] = (await allRows()).filter(({ pk }) => pk === stageDataKeyRowKey(made.stage, 1).pk);
  const bytes = await made.keyService.unwrap(String(first?.wrapped), { service: 'aid', stage: made.stage });
  const push = {
    ...PUSH,
    fromVersion: 1,
    sealedToken: (await fn.get()).seal('push-notification', 'whk_push/token', 't'),
    sealedCredentials: sealOldForm(bytes, 'push-notification', 'whk_push/credentials', 'c'),
  };
  const sealedSecret = (await fn.get()).seal('totp', totpContext(EMAIL), 'JBSWY3DP');
  const factor = replaceSecondFactor({ ...FACTOR, sealedSecret });
  await commit(table, { build: (tx) => tx.put(putPushConfig(push), factor) }, { now: Date.now });
  await made.rotate();
  made.clock.now = Date.now();
  const stage = stageWith({
    name: made.stage,
    table: async () => table,
    keyService: async () => made.keyService,
  });
  return { made, stage, organizationId: id, webhook, accountId: account.body.id };
}

test('All long-lived values are sealed by the new data key, and open without the old one', async () => {
  const { made, stage, organizationId, webhook, accountId } = await rotatedStage();
  const dry = await ops(stage, 'migrate', 'reseal-values');
  expect(dry.out).toContain('4 would be changed to version 2');
  const run = await ops(stage, 'migrate', 'reseal-values', '--yes');
  expect([run.code, run.error]).toEqual([0, '']);
  expect(run.out).toContain('4 were changed to version 2');
  expect((await ops(stage, 'migrate', 'reseal-values', '--yes')).out).toContain('0 were changed');

  const Key = stageDataKeyRowKey(made.stage, 1);
  await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
  const keyring = await made.startFunction().get();
  const stored = await findWebhook(table, organizationId, webhook.id);
  if (stored === undefined) throw new Error('no webhook');
  const delivery = { id: 'dlv_1', eventId: 'evt_1' } as Delivery;
  const headers = await signedHeaders(stored, keyring, delivery, '{}', Date.now());
  const request = { headers, body: Buffer.from('{}') };
  expect(verifyDelivery(webhook.secret, request, Math.floor(Date.now() / 1000))).toBe('genuine');
  const account = await findProviderAccount(table, organizationId, accountId);
  const credentials = await keyring.open('provider-credentials', accountId, account?.sealedCredentials ?? '');
  expect(JSON.parse(credentials.reveal())).toEqual({ password: 'p' });
  await keyring.open('provider-inbound', accountId, account?.sealedInboundSecret ?? '');
  const secret = (await findSecondFactor(table, EMAIL))?.sealedSecret ?? '';
  expect((await keyring.open('totp', totpContext(EMAIL), secret)).reveal()).toBe('JBSWY3DP');
  const [push] = await pushConfigs(table, 'tsk_1');
  const open = async (name: string, sealed = '') =>
    (await keyring.open('push-notification', `whk_push/${name}`, sealed)).reveal();
  expect(await open('token', push?.sealedToken ?? '')).toBe('t');
  expect(await open('credentials', push?.sealedCredentials ?? '')).toBe('c');
});

test('An endpoint that was read before its secret was sealed again cannot be written back', async () => {
  const { stage, organizationId, webhook } = await rotatedStage();
  const before = await findWebhook(table, organizationId, webhook.id);
  await ops(stage, 'migrate', 'reseal-values', '--yes');
  const after = await findWebhook(table, organizationId, webhook.id);
  expect(after?.secrets[0]?.sealed).not.toBe(before?.secrets[0]?.sealed);
  if (before === undefined) throw new Error('no webhook');
  const written = replaceWebhook({ ...before, enabled: false, version: before.version + 1 });
  const late = commit(table, { build: (tx) => tx.put(written) }, { now: Date.now });
  await expect(late).rejects.toThrow(StaleReadError);
});

test('While the newest data key does not seal yet, the command says from when on, and changes nothing', async () => {
  const { made, stage } = await rotatedStage();
  made.clock.now = Date.now();
  await made.rotate();
  const refused = await ops(stage, 'migrate', 'reseal-values', '--yes');
  expect(refused.code).toBe(1);
  expect(refused.error).toMatch(/version 3 was created a moment ago and seals from/);
  expect(await findMigrationProgress(table, 'reseal-values')).toBeUndefined();
});

test('An unknown migration is refused with the list of those that exist', async () => {
  const { code, error } = await ops(stageWith({}), 'migrate', 'nothing');
  expect(code).toBe(2);
  expect(error).toContain('no such migration: nothing; there are: reseal-values (');
});
