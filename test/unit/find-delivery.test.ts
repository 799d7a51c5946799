import { expect, onTestFinished, test } from 'vitest';
import { findDelivery } from '#scripts/smoke/find-delivery.ts';
import { signatureHeader } from '#shared/domain/delivery/signature.ts';
import { Receiver } from '#testing/receiver.ts';

const SECRET = 'whsec_of-the-test';

async function receiverWith(secret: string): Promise<Receiver> {
  const receiver = await Receiver.start(({ method }) => (method === 'GET' ? { body: 'hello' } : { status: 204 }));
  onTestFinished(() => receiver.stop());
  expect(await (await fetch(receiver.url())).text()).toBe('hello');
  for (const type of ['webhook.test', 'mail.sent']) {
    const body = JSON.stringify({ type });
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = {
      'x-aid-request-id': 'req_1',
      'x-aid-timestamp': String(timestamp),
      'x-aid-signature': signatureHeader([secret], { requestId: 'req_1', timestamp, body }),
    };
    expect((await fetch(receiver.url(), { method: 'POST', headers, body })).status).toBe(204);
  }
  return receiver;
}

test('The smoke test finds a signed delivery among those that arrived, and none that did not', async () => {
  const receiver = await receiverWith(SECRET);
  expect(findDelivery(receiver, SECRET, ({ type }) => type === 'mail.sent')).toEqual({ type: 'mail.sent' });
  expect(findDelivery(receiver, SECRET, ({ type }) => type === 'mail.bounced')).toBeUndefined();
});

test('The smoke test fails if a delivery is signed by another secret', async () => {
  const receiver = await receiverWith('whsec_another');
  expect(() => findDelivery(receiver, SECRET, () => true)).toThrow('the signature does not match');
});
