import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Aid, AidError, type Delivery, type Webhook } from '../../../typescript/src/index.ts';
import { forward } from '../webhooks/forward.ts';
import { newSigningSecret } from '../webhooks/listen-secret.ts';
import { signedHeaders } from '../webhooks/signed-headers.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** The service gives a receiver ten seconds, once it has started the delivery. */
const WAIT_MS = 25_000;
const POLL_MS = 250;

/**
 * Makes the service send a test delivery to an endpoint, and sends one signed with another secret from here: a receiver
 * must accept the first and refuse the second.
 */
export async function tryEndpoint(client: Aid, endpoint: Webhook, signal: AbortSignal): Promise<readonly Finding[]> {
  const name = `${endpoint.id} (${endpoint.url})`;
  let delivery: Delivery | undefined;
  try {
    delivery = await testDelivery(client, endpoint, signal);
  } catch (error) {
    if (!(error instanceof AidError) || signal.aborted) throw error;
    return [warn('delivery', `no test delivery to ${name}: ${error.message}`, 'Try again later.')];
  }
  if (delivery === undefined || delivery.status === 'pending') {
    const message = `the test delivery to ${name} did not finish within ${WAIT_MS / 1000} s`;
    return [warn('delivery', message, `Run aid webhooks deliveries list --webhook-id ${endpoint.id}.`)];
  }
  if (delivery.status !== 'delivered') {
    const message = `${name} did not accept a test delivery: ${delivery.last_error}`;
    return [fail('delivery', message, "Check the receiver's address, its log, and the secret that it verifies with.")];
  }
  const accepted = ok('delivery', `${name} accepts a test delivery: ${delivery.response_status}`);
  return [accepted, await tryForged(endpoint, name, signal)];
}

/** The result of a test delivery; undefined if the service does not list it in time. */
async function testDelivery(client: Aid, { id }: Webhook, signal: AbortSignal): Promise<Delivery | undefined> {
  const { delivery_id: deliveryId } = await client.webhooks.test(id, { signal });
  const end = performance.now() + WAIT_MS;
  for (;;) {
    const newest = await client.webhooks.deliveries.list({ webhook_id: id }, { signal }).firstPage();
    const delivery = [...newest].find((one) => one.id === deliveryId);
    if ((delivery !== undefined && delivery.status !== 'pending') || performance.now() > end) return delivery;
    await pause(POLL_MS, undefined, { signal });
  }
}

/** A receiver that accepts this delivery trusts everyone who knows its address. */
async function tryForged({ id: webhookId, url }: Webhook, name: string, signal: AbortSignal): Promise<Finding> {
  const id = randomBytes(16).toString('hex');
  const body = JSON.stringify({ id: `evt_${id}`, type: 'webhook.test', data: { webhook_id: webhookId } });
  const secret = newSigningSecret();
  const headers = () => {
    const timestamp = Math.floor(Date.now() / 1000);
    return signedHeaders(secret, { eventId: `evt_${id}`, requestId: `dlv_${id}`, timestamp, body });
  };
  const { status, error } = await forward(url, { body, headers }, signal);
  if (status === null) {
    const message = `${name} cannot be reached from this machine: ${error}`;
    return warn(
      'signature',
      message,
      'To check that it verifies signatures, run this command where the receiver can be reached.',
    );
  }
  if (status >= 200 && status < 300) {
    const message = `${name} accepts a delivery with a wrong signature: ${status}`;
    return fail('signature', message, "Verify deliveries with the SDK's verifyWebhook, or with aid webhooks verify.");
  }
  return ok('signature', `${name} refuses a wrong signature: ${status}`);
}
