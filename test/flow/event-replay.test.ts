import { expect, test } from 'vitest';
import { verifyDelivery } from '#testing/verify-signature.ts';
import { endedDeliveriesOf, eventsOf } from '../support/log-reader.ts';
import { withReceiver } from '../support/with-receiver.ts';

test(
  'A replay delivers the event again with the same bytes, event id and request id, and a new signature',
  withReceiver(async ({ organization, receiver, mail, endpoint }) => {
    const { secret } = await endpoint();
    await mail();
    const [event] = await eventsOf(organization, 1);
    await endedDeliveriesOf(organization, 1);
    const replay = { params: { id: event?.id ?? '' } };
    expect(await organization.api.ok('replayEvent', replay)).toEqual({
      ...{ id: event?.id, replayed: true, delivery_ids: expect.any(Array) },
    });
    const [first, second] = await receiver.until(2);
    expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
    for (const header of ['x-aid-event-id', 'x-aid-request-id', 'x-aid-signature-256']) {
      expect(second?.headers[header]).toBe(first?.headers[header]);
    }
    expect(verifyDelivery(secret, second as NonNullable<typeof second>)).toBe('genuine');
  }),
);
