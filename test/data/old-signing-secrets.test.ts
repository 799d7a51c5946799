import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { signedHeaders } from '#functions/workers/delivery/signed-headers.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { findWebhook } from '#shared/data/entities/delivery/webhook.ts';
import { verifyDelivery } from '#testing/verify-signature.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();

const [DELIVERY, BODY] = [{ id: 'dlv_1', eventId: 'evt_1' } as Delivery, '{"id":"evt_1"}'];

/** An endpoint as release 0.2.0 has stored it: its secret is 32 bytes in base64url, and nothing says so. */
async function oldEndpoint(api: InProcessApi, bytes: Buffer) {
  const { id: organizationId, key } = await api.organization();
  const { body } = await api.call('createWebhook', { key, body: { url: 'https://example.com/hook' } });
  const webhook = await findWebhook(engine.table, organizationId, body.id);
  if (webhook === undefined) throw new Error('no endpoint');
  const secret = `whsec_${bytes.toString('base64url')}`;
  const sealed = (await api.services.keyring()).seal('webhook-secret', webhook.id, secret);
  const secrets = [{ sealed, createdAt: webhook.createdAt, expiresAt: null }];
  await engine.table.client.send(new PutCommand({ TableName: engine.table.name, Item: { ...webhook, secrets } }));
  return { organizationId, key, id: webhook.id, secret };
}

test('An endpoint with a secret of release 0.2.0 says so until its secret is rotated', async () => {
  const api = new InProcessApi(engine.table);
  const { key, id } = await oldEndpoint(api, randomBytes(32));
  const shown = async () => (await api.call('listWebhooks', { key })).body.webhooks[0]?.standard_webhooks;
  expect(await shown()).toBe(false);
  await api.call('rotateWebhookSecret', { key, params: { id } });
  expect(await shown()).toBe(true);
});

test('During the rotation of such a secret, deliveries verify under both secrets and by the libraries', async () => {
  const api = new InProcessApi(engine.table);
  const bytes = randomBytes(32);
  const { organizationId, key, id, secret } = await oldEndpoint(api, bytes);
  const { body: rotated } = await api.call('rotateWebhookSecret', { key, params: { id } });
  const webhook = await findWebhook(engine.table, organizationId, id);
  if (webhook === undefined) throw new Error('no endpoint');
  const headers = await signedHeaders(webhook, await api.services.keyring(), DELIVERY, BODY, Date.now());

  for (const one of [rotated.secret, secret]) {
    expect(verifyDelivery(one, { headers, body: Buffer.from(BODY) })).toBe('genuine');
  }
  expect(new Webhook(rotated.secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
  // A receiver that decodes the old secret itself gives the library the bytes.
  expect(new Webhook(bytes, { format: 'raw' }).verify(BODY, headers)).toEqual(JSON.parse(BODY));
});
