import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import type { Received, Receiver } from '#testing/receiver.ts';
import { verifyDelivery } from '#testing/verify-signature.ts';
import { type Body, freshName, send } from './writer/state-client.ts';

/** An endpoint of one release, for the other one to sign deliveries with its secret. */
export interface SignedEndpoint {
  readonly id: string;
  readonly key: string;
  readonly secret: string;
}

const PATH = '/signed';

/** What the libraries of Standard Webhooks decode. Release 0.2.0 made other secrets. */
const STANDARD_SECRET = /^whsec_[A-Za-z0-9]{44}$/;

/** Registers an endpoint with a running release. */
export async function makeSignedEndpoint(url: string, receiver: Receiver): Promise<SignedEndpoint> {
  const slug = freshName('signed');
  const made = await ok(url, '/v1/organizations', undefined, { name: slug, slug });
  const key = made.admin_api_key;
  const { id, secret } = await ok(url, '/v1/webhooks', key, { url: receiver.url(PATH) });
  return { id, key, secret };
}

/**
 * Has the other release, which runs now, sign with the secret, and again after a rotation with both. What a release
 * without Standard Webhooks signs, a receiver written from the contract verifies.
 */
export async function verifySignedEndpoint(url: string, endpoint: SignedEndpoint, receiver: Receiver): Promise<void> {
  const { id, key, secret } = endpoint;
  const before = await recordOf(url, endpoint);
  const first = await testDelivery(url, endpoint, receiver);
  expect(verifyDelivery(secret, first)).toBe('genuine');

  const rotated = await ok(url, `/v1/webhooks/${id}/rotate-secret`, key, {});
  const second = await testDelivery(url, endpoint, receiver);
  for (const one of [rotated.secret, secret]) expect(verifyDelivery(one, second)).toBe('genuine');

  if (before.standard_webhooks === undefined) return;
  expect(before.standard_webhooks).toBe(STANDARD_SECRET.test(secret));
  expect((await recordOf(url, endpoint)).standard_webhooks).toBe(true);
  expect(() => new Webhook(rotated.secret).verify(second.body.toString(), { ...second.headers })).not.toThrow();
}

async function recordOf(url: string, { id, key }: SignedEndpoint): Promise<Body> {
  const { reply } = await send(url, { method: 'GET', path: '/v1/webhooks', key });
  return reply.webhooks.find((one: Body) => one.id === id);
}

async function testDelivery(url: string, { id, key }: SignedEndpoint, receiver: Receiver): Promise<Received> {
  const { delivery_id } = await ok(url, `/v1/webhooks/${id}/test`, key);
  const passes = ({ headers }: Received) => headers['x-aid-request-id'] === delivery_id;
  const [request] = await receiver.until(1, { passes });
  return request as Received;
}

async function ok(url: string, path: string, key?: string, body?: object): Promise<Body> {
  const { status, reply, text } = await send(url, { method: 'POST', path, key, body });
  expect(status, `${path}: ${text}`).toBeLessThan(300);
  return reply;
}
