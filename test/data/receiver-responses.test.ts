import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deliver } from '#functions/workers/delivery/deliver.ts';
import type { DeliveryBatchCache } from '#functions/workers/delivery/delivery-batch-cache.ts';
import { toDeliveryJob } from '#shared/contract/jobs.ts';
import { anyRow } from '#shared/data/decode-row.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { findWebhook } from '#shared/data/entities/delivery/webhook.ts';
import { queryRows } from '#shared/data/table-client.ts';
import { KEPT_RESPONSE_BYTES, RESPONSE_KEPT_MS } from '#shared/domain/delivery/receiver-response.ts';
import { epochSeconds } from '#shared/domain/time/time.ts';
import { Keyring } from '#shared/runtime/keyring.ts';
import { DeliveryHarness, deliveryAt } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

/** What is kept of the responses of receivers that are real servers, and who reads it. */

const keyring = new Keyring(randomBytes(32));
vi.mock('#shared/runtime/stage-keyring.ts', () => ({ getKeyring: async () => keyring }));

const engine = useEngine();
const harness = new DeliveryHarness(engine);
let api: InProcessApi;
let organization: { id: string; key: string };
let server: Server | undefined;

beforeEach(async () => {
  vi.stubEnv('LIMITS', '{}');
  vi.stubEnv('DELIVERY_DELAYS', '[5]');
  vi.stubEnv('DELIVERY_RETENTION_DAYS', '90');
  vi.stubEnv('WEBHOOK_FAILING_DAYS', '5');
  vi.stubEnv('OWN_URLS', 'https://api.test');
  vi.stubEnv('ALLOW_LOOPBACK_RECEIVERS', 'true');
  // A write that takes too long is given up, which is not what these tests are about.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  api = new InProcessApi(engine.table, {}, async () => keyring);
  organization = await api.organization();
});

afterEach(() => {
  vi.restoreAllMocks();
  server?.closeAllConnections();
  server?.close();
});

async function receiver(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/hook`;
}

/** Makes the one attempt of a test call to an endpoint with this URL. */
async function attempt(url: string): Promise<Delivery> {
  const { body: endpoint } = await api.call('createWebhook', { key: organization.key, body: { url } });
  const stored = await findWebhook(engine.table, organization.id, endpoint.id);
  const more = { webhookId: endpoint.id, url, test: true } as const;
  const delivery = await harness.create(deliveryAt(organization.id, Date.now(), more));
  const cache = { webhook: async () => stored, event: async () => undefined } as unknown as DeliveryBatchCache;
  await deliver(toDeliveryJob(delivery), cache);
  return delivery;
}

async function read({ id }: Delivery) {
  const { status, body } = await api.call('getDelivery', { key: organization.key, params: { id } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** The response to the only attempt, with its body as bytes. */
async function responseTo(delivery: Delivery) {
  const { attempts } = await read(delivery);
  expect(attempts).toHaveLength(1);
  const response = attempts[0]?.response;
  return response && { ...response, body: Buffer.from(response.body_base64, 'base64') };
}

const storedRows = ({ id }: Delivery) =>
  Array.fromAsync(
    queryRows(engine.table, anyRow, {
      pk: `DELIVERYRESPONSE#${organization.id}#${id}`,
      from: '0',
      to: '9',
      strong: true,
    }),
  );

test('Of a long body of an error the beginning is kept, with chosen headers and no cookie', async () => {
  const url = await receiver((_request, response) => {
    response.writeHead(500, {
      'content-type': 'text/plain',
      'x-request-id': 'r-7',
      'set-cookie': 'session=secret',
      authorization: 'Bearer secret',
      'x-internal': 'secret',
    });
    response.end('word '.repeat(2048));
  });
  const delivery = await attempt(url);
  const kept = await responseTo(delivery);
  expect(kept?.body.toString()).toBe('word '.repeat(2048).slice(0, KEPT_RESPONSE_BYTES));
  expect(kept).toMatchObject({ truncated: true, headers: { 'content-type': 'text/plain', 'x-request-id': 'r-7' } });
  expect(JSON.stringify(kept?.headers)).not.toContain('secret');
  expect((await read(delivery)).last_error).toBe('HTTP 500');
});

test('A body that never ends is given up, and fails nothing', async () => {
  const url = await receiver((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write('begun');
  });
  const delivery = await attempt(url);
  expect(await read(delivery)).toMatchObject({ status: 'delivered', response_status: 200 });
  expect(await responseTo(delivery)).toMatchObject({ truncated: true, body: Buffer.from('begun') });
});

test('A body that breaks off is kept as far as it came', async () => {
  const url = await receiver((_request, response) => {
    response.writeHead(503, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  const delivery = await attempt(url);
  expect(await read(delivery)).toMatchObject({ status: 'dead_letter', response_status: 503 });
  expect(await responseTo(delivery)).toMatchObject({ truncated: true, body: Buffer.from('half') });
});

test('A body of any bytes is kept as it came', async () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
  const delivery = await attempt(await receiver((_request, response) => response.end(bytes)));
  expect(await responseTo(delivery)).toMatchObject({ truncated: false, body: bytes });
});

test('A response without a body has its headers', async () => {
  const url = await receiver((_request, response) => response.writeHead(204, { server: 'none' }).end());
  const kept = await responseTo(await attempt(url));
  expect(kept).toMatchObject({ truncated: false, body_base64: '', headers: { server: 'none' } });
});

test('Without a response there is none', async () => {
  const url = await receiver((request) => request.socket.destroy());
  const delivery = await attempt(url);
  expect(await responseTo(delivery)).toBeNull();
  expect(await storedRows(delivery)).toEqual([]);
});

test('A stage that keeps no responses stores none', async () => {
  vi.stubEnv('KEEP_RESPONSES', 'false');
  const delivery = await attempt(await receiver((_request, response) => response.end('kept?')));
  expect(await read(delivery)).toMatchObject({ status: 'delivered' });
  expect(await responseTo(delivery)).toBeNull();
  expect(await storedRows(delivery)).toEqual([]);
});

test('A response that cannot be stored changes nothing for the delivery', async () => {
  vi.spyOn(keyring, 'sealBytes').mockImplementationOnce(() => {
    throw new Error('no key');
  });
  const delivery = await attempt(await receiver((_request, response) => response.end('lost')));
  expect(await read(delivery)).toMatchObject({ status: 'delivered', attempt_count: 1 });
  expect(await responseTo(delivery)).toBeNull();
});

test('A response is stored encrypted, expires after a week, and is not shown after it', async () => {
  const delivery = await attempt(await receiver((_request, response) => response.end('a secret of the receiver')));
  const [row] = await storedRows(delivery);
  const endedAt = Number(row?.sk);
  expect(row?.expires_at).toBe(epochSeconds(endedAt + RESPONSE_KEPT_MS));
  expect(Buffer.from(row?.sealed as Uint8Array).includes('secret')).toBe(false);
  expect((await responseTo(delivery))?.body.toString()).toBe('a secret of the receiver');
  api.now = () => endedAt + RESPONSE_KEPT_MS + 1;
  expect(await responseTo(delivery)).toBeNull();
});

test('The trace of a delivery has what the receiver responded', async () => {
  const url = await receiver((_request, response) => response.writeHead(422).end('{"error":"unknown order"}'));
  const delivery = await attempt(url);
  const { body } = await api.call('getTrace', { key: organization.key, params: { id: delivery.id } });
  expect(body.steps.map(({ kind, status }) => [kind, status])).toEqual([
    ['delivery', 'dead_letter'],
    ['attempt', 'failed'],
  ]);
  const { attempts } = await read(delivery);
  expect(body.steps[1]?.detail).toMatchObject({ error: 'HTTP 422', response: attempts[0]?.response });
  expect(Buffer.from(attempts[0]?.response?.body_base64 ?? '', 'base64').toString()).toContain('unknown order');
});
