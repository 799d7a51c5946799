import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { beforeAll, describe, expect, test } from 'vitest';
import { freshName, makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { type Received, Receiver } from '#testing/receiver.ts';
import { collectSignedDeliveries, type SignedDelivery, tampered } from '#testing/signed-deliveries.ts';
import { sizeOf } from '#testing/test-size.ts';
import { verifyDelivery } from '#testing/verify-signature.ts';
import { endedDeliveriesOf, eventsOf } from '../support/log-reader.ts';

/** The libraries, as their packages contain them. */
const LIBRARIES = { standardwebhooks: Webhook, svix: SvixWebhook } as const;

const DELIVERIES = sizeOf({ usual: 40, full: 400 });

describe.each(Object.entries(LIBRARIES))('with the library %s', (_, Library) => {
  const verify = ({ headers, body }: Pick<SignedDelivery, 'headers' | 'body'>, secret: string) =>
    new Library(secret).verify(body, { ...headers });

  let deliveries: SignedDelivery[];

  beforeAll(async () => {
    deliveries = await collected();
  });

  test('A receiver accepts every delivery, during a rotation under each of the two secrets', () => {
    const verified = deliveries.filter((delivery) => {
      for (const secret of delivery.secrets) verify(delivery, secret);
      return delivery.secrets.length > 0;
    });
    expect(verified).toHaveLength(DELIVERIES);
    expect(deliveries.filter(({ secrets }) => secrets.length === 2)).toHaveLength(DELIVERIES / 2);
  });

  test('A receiver refuses every delivery that was changed on its way', () => {
    let refused = 0;
    for (const delivery of deliveries) {
      for (const [change, changed] of Object.entries(tampered(delivery))) {
        for (const secret of changed.secrets) {
          expect(() => verify(changed, secret), change).toThrow();
          refused++;
        }
      }
    }
    expect(refused).toBe(DELIVERIES * (1.5 * 6 + 1));
  });

  test('A receiver accepts test calls, replays and push notifications', async () => {
    const organization = await makeOrganization();
    const [caller, worker] = [await makeAgent(organization), await makeAgent(organization)];
    const receiver = await Receiver.start();
    try {
      const endpoint = { url: receiver.url('/hook'), event_types: ['a2a.task.created'] };
      const { id, secret } = await organization.api.ok('createWebhook', { body: endpoint });
      await organization.api.ok('testWebhook', { params: { id } });
      const pushSecret = `whsec_${Buffer.from(freshName('a secret of the receiver')).toString('base64')}`;
      const token = freshName('token');
      for (const [path, of] of [
        ['/whsec', pushSecret],
        ['/token', token],
      ] as const) {
        const taskPushNotificationConfig = { url: receiver.url(path), token: of };
        const message = { messageId: freshName('m'), role: 'ROLE_USER', parts: [{ text: 'go' }] };
        const configuration = { returnImmediately: true, taskPushNotificationConfig };
        const call = { query: { 'A2A-Version': '1.0' }, params: { id: worker.id }, body: { message, configuration } };
        const { task } = (await caller.api.ok('sendA2aMessage', call)) as { task: { id: string } };
        await worker.api.ok('replyToTask', { params: { id: task.id }, body: { state: 'working' } });
      }
      const [event] = await eventsOf(organization, 2, ({ type }) => type === 'a2a.task.created');
      await endedDeliveriesOf(organization, 5);
      await organization.api.ok('replayEvent', { params: { id: event?.id ?? '' } });
      const at = (count: number, path: string) => receiver.until(count, { passes: (request) => request.path === path });

      for (const request of await at(4, '/hook')) verify(textOf(request), secret);
      for (const request of await at(1, '/whsec')) verify(textOf(request), pushSecret);
      const raw = new Webhook(token, { format: 'raw' });
      for (const request of await at(1, '/token')) {
        const { headers, body } = textOf(request);
        raw.verify(body, { ...headers });
      }
    } finally {
      await receiver.stop();
    }
  });
});

test('The specified headers are as they were: a receiver written from the contract accepts every delivery', async () => {
  for (const { headers, body, secrets } of await collected()) {
    expect(headers['x-aid-signature']?.split(',')).toHaveLength(secrets.length);
    for (const secret of secrets) {
      expect(verifyDelivery(secret, { headers, body: Buffer.from(body) })).toBe('genuine');
    }
    expect(headers).toMatchObject({
      'webhook-id': headers['x-aid-request-id'],
      'webhook-timestamp': headers['x-aid-timestamp'],
    });
  }
});

let collecting: Promise<SignedDelivery[]> | undefined;

/** The deliveries that all tests of this file check. */
function collected(): Promise<SignedDelivery[]> {
  collecting ??= collectSignedDeliveries(DELIVERIES, sharedStack());
  return collecting;
}

const textOf = ({ headers, body }: Received) => ({ headers, body: body.toString() });
