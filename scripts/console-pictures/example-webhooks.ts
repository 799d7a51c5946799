import type { Aid } from '#clients/typescript/src/index.ts';
import type { Receiver } from '#testing/receiver.ts';
import { until } from './until.ts';

/**
 * Makes an endpoint at the receiver of this machine, which fails at first. The function that this returns waits until
 * deliveries have failed for good, has the receiver respond again, and recovers them.
 */
export async function useEndpoints(aid: Aid, url: string, slug: string): Promise<() => Promise<void>> {
  const set = async (body: object) => {
    const response = await fetch(`${url}/_local/receiver`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ organization: slug, ...body }),
    });
    return (await response.json()) as { url: string };
  };
  const since = new Date();
  const { url: address } = await set({ response: '500' });
  const { id, secret } = await aid.webhooks.create({ url: address });
  await set({ secret });
  return async () => {
    await until(() => newestOf(aid, id, 'dead_letter'));
    await set({ response: 'ok' });
    await aid.webhooks.recover(id, { since, status: 'all' });
  };
}

/**
 * Makes an endpoint of which the receiver refuses the order of one email, and is too busy for approvals. Returns
 * the delivery that failed.
 */
export async function failAtEndpoint(aid: Aid, receiver: Receiver, arrive: () => Promise<void>) {
  const types = ['mail.received', 'mail.bounced', 'approval.requested'];
  const { id: webhookId } = await aid.webhooks.create({ url: receiver.url('/orders/events'), event_types: types });
  await arrive();
  const failed = await until(() => newestOf(aid, webhookId, 'dead_letter'));
  return { webhookId, deliveryId: failed.id, eventId: failed.event_id };
}

async function newestOf(aid: Aid, webhookId: string, status: string) {
  const [newest] = await aid.webhooks.deliveries.list({ webhook_id: webhookId, status, limit: 1 }).firstPage();
  return newest;
}

/** How the receiver of the failing endpoint responds: it refuses one order, and approvals have to come later. */
export function refuseOrders({ body }: { readonly body: Buffer }) {
  if (body.includes('Where is my order')) {
    return { status: 422, body: '{"error":"unknown order 4711","request":"req_7Qd2"}' };
  }
  return body.includes('approval.requested')
    ? { status: 429, retryAfter: '900', body: '{"error":"too many requests"}' }
    : { status: 204 };
}
