import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deliver } from '#functions/workers/delivery/deliver.ts';
import { DeliveryBatchCache } from '#functions/workers/delivery/delivery-batch-cache.ts';
import { toDeliveryJob } from '#shared/contract/jobs.ts';
import { createDelivery } from '#shared/data/direct-writes/delivery-attempt.ts';
import { findDelivery } from '#shared/data/entities/delivery/delivery.ts';
import { newDelivery } from '#shared/data/entities/delivery/new-delivery.ts';
import { findWebhook, type Webhook } from '#shared/data/entities/delivery/webhook.ts';
import { WEBHOOK_TEST_TYPE } from '#shared/domain/delivery/webhook-body.ts';
import { DELIVERY_USER_AGENT } from '#shared/domain/http/own-address.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { Keyring } from '#shared/runtime/keyring.ts';
import { Receiver } from '#testing/receiver.ts';
import { RpcSpeaker, textMessage } from '../support/a2a-rpc.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { twoAgents } from '../support/two-agents.ts';

/** Deliveries of the service to its own API: with a key of an organization they would act for it, and never end. */

const keyring = vi.hoisted(() => ({ current: undefined as unknown }));
vi.mock('#shared/runtime/stage-keyring.ts', async (original) => ({
  ...(await original<typeof import('#shared/runtime/stage-keyring.ts')>()),
  getKeyring: async () => keyring.current,
}));

const engine = useEngine();
const sqs = mockClient(SQSClient);
const OWN = 'https://api.test/v1/mcp';
let api: InProcessApi;
let receiver: Receiver;

beforeEach(async () => {
  sqs.reset();
  sqs.on(SendMessageBatchCommand).resolves({});
  receiver = await Receiver.start({ status: 200 });
  vi.stubEnv('LIMITS', '{}');
  vi.stubEnv('DELIVERY_DELAYS', '[5]');
  vi.stubEnv('DELIVERY_RETENTION_DAYS', '90');
  vi.stubEnv('WEBHOOK_FAILING_DAYS', '5');
  vi.stubEnv('ALLOW_LOOPBACK_RECEIVERS', 'true');
  vi.stubEnv('DELIVERY_QUEUE_URL', 'https://queue.test/delivery');
  const ring = new Keyring(new Uint8Array(32));
  keyring.current = ring;
  api = new InProcessApi(engine.table, {}, async () => ring);
});

afterEach(() => receiver.stop());

test('An endpoint at the API of the service is refused when it is created and when it is changed', async () => {
  const { key } = await api.organization();
  const refused = await api.call('createWebhook', { key, body: { url: OWN } });
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    'url: a URL outside the API of this service, which accepts no deliveries',
  ]);
  const { body } = await api.call('createWebhook', { key, body: { url: 'https://receiver.example/' } });
  const changed = await api.call('updateWebhook', { key, params: { id: body.id }, body: { url: 'https://API.test.' } });
  expect(changed.status).toBe(400);
  expect((await api.call('listWebhooks', { key })).body.webhooks.map(({ url }) => url)).toEqual([
    'https://receiver.example/',
  ]);
});

test('A push configuration at the API of the service is refused, alone and with a message', async () => {
  const agents = await twoAgents(engine.table, { open: true });
  const rpc = new RpcSpeaker(agents.api, agents.caller, agents.worker);
  const { task } = await rpc.result('SendMessage', textMessage('go'));
  const config = { url: OWN, authentication: { scheme: 'Bearer', credentials: agents.caller.key } };
  const alone = await rpc.refusal('CreateTaskPushNotificationConfig', { taskId: task.id, ...config });
  expect(alone).toEqual([-32602, 'url']);
  const push = { taskPushNotificationConfig: config };
  expect((await rpc.refusal('SendMessage', textMessage('go', {}, push)))[0]).toBe(-32602);
});

test('A delivery to the API that was stored by an earlier release ends without an attempt', async () => {
  const { id: organizationId, key } = await api.organization();
  const { body } = await api.call('createWebhook', { key, body: { url: receiver.url() } });
  const webhook = (await findWebhook(engine.table, organizationId, body.id)) as Webhook;
  const attempt = async () => {
    const event = { id: makeId('event', Date.now(), randomPart()), type: WEBHOOK_TEST_TYPE };
    const delivery = { ...newDelivery({ ...webhook, organizationId }, event, Date.now()), test: true as const };
    const created = await createDelivery(engine.table, delivery);
    await deliver(toDeliveryJob(created), new DeliveryBatchCache([]));
    return findDelivery(engine.table, organizationId, created.id);
  };
  vi.stubEnv('OWN_URLS', 'https://api.test https://a1.execute-api.eu-west-1.amazonaws.com/dev');
  expect(await attempt()).toMatchObject({ status: 'delivered' });
  vi.stubEnv('OWN_URLS', `https://api.test ${new URL(receiver.url()).origin.replace('127.0.0.1', 'localhost')}`);
  expect(await attempt()).toMatchObject({
    status: 'dead_letter',
    attemptCount: 0,
    lastError: 'the URL is one of this service',
  });
  expect(receiver.requests).toHaveLength(1);
});

test('The API refuses a delivery that reached it by a name or a proxy of others, and counts nothing', async () => {
  const { key } = await api.organization();
  api.limits = { ...api.limits, ipRequestsPerMinute: 1 };
  const headers = { 'user-agent': DELIVERY_USER_AGENT };
  for (let n = 0; n < 3; n++) {
    const contact = await api.call('createContact', { key, headers, body: { display_name: 'Ada' } });
    expect([contact.status, contact.body.error.code]).toEqual([400, 'validation.failed']);
    const open = await api.call('createOrganization', { headers, body: { name: 'n', slug: `own-${n}` } });
    expect(open.status).toBe(400);
  }
  expect((await api.call('listContacts', { key })).body.contacts).toEqual([]);
});
