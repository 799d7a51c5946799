import { describe, expect, test } from 'vitest';
import { Receiver } from '#testing/receiver.ts';
import { verifyDelivery } from '#testing/verify-signature.ts';
import { endedDeliveriesOf } from '../support/log-reader.ts';
import { withReceiver } from '../support/with-receiver.ts';

/** The stack of these tests tries four times, after 1, 1 and 2 seconds. */
const ATTEMPTS = 4;

describe.concurrent('retries of webhook deliveries', () => {
  test(
    'A failed delivery is retried until a response is 2xx',
    withReceiver(async ({ organization, receiver, mail, endpoint, deliveryThat }) => {
      const { secret } = await endpoint();
      const seen = Promise.withResolvers<void>();
      receiver.respondWith((_, count) => ({
        status: count < 3 ? 503 : 202,
        ...(count === 2 && { after: seen.promise }),
      }));
      await mail();
      const retrying = await deliveryThat(({ status }) => status === 'retrying');
      seen.resolve();
      expect(retrying).toMatchObject({ response_status: 503, last_error: 'HTTP 503', delivered_at: null });
      expect(retrying.attempt_count).toBeGreaterThanOrEqual(1);
      expect(Date.parse(retrying.next_attempt_at ?? '')).toBeGreaterThan(Date.parse(retrying.created_at));

      const [delivered] = await endedDeliveriesOf(organization, 1);
      expect(delivered).toMatchObject({
        status: 'delivered',
        attempt_count: 3,
        response_status: 202,
        last_error: null,
        next_attempt_at: null,
      });
      expect(delivered?.delivered_at).not.toBeNull();
      expect(receiver.requests).toHaveLength(3);
      expect(new Set(receiver.requests.map(({ headers }) => headers['x-aid-request-id']))).toEqual(
        new Set([delivered?.id]),
      );
      for (const request of receiver.requests) {
        expect(request.body.equals(receiver.requests[0]?.body ?? Buffer.alloc(0))).toBe(true);
        expect(verifyDelivery(secret, request)).toBe('genuine');
      }
      const times = receiver.requests.map(({ headers }) => Number(headers['x-aid-timestamp']));
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(new Set(times).size).toBeGreaterThan(1);
    }),
  );

  test(
    'A delivery becomes dead_letter when its attempts are used up',
    withReceiver(async ({ organization, receiver, mail, endpoint }) => {
      await endpoint();
      receiver.respondWith({ status: 500 });
      await mail();
      const [dead] = await endedDeliveriesOf(organization, 1);
      expect(dead).toMatchObject({
        status: 'dead_letter',
        attempt_count: ATTEMPTS,
        response_status: 500,
        next_attempt_at: null,
        delivered_at: null,
      });
      expect(receiver.requests).toHaveLength(ATTEMPTS);
    }),
  );

  test(
    'A retry waits for as long as the receiver’s Retry-After asks',
    withReceiver(async ({ organization, receiver, mail, endpoint }) => {
      await endpoint();
      receiver.respondWith((_, count) => (count === 1 ? { status: 429, retryAfter: '4' } : { status: 200 }));
      await mail();
      await endedDeliveriesOf(organization, 1);
      const [first, second] = receiver.requests;
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(3900);
    }),
  );

  test(
    'A redirect counts as a failure and is not followed',
    withReceiver(async ({ organization, receiver, mail, endpoint, deliveryThat }) => {
      await endpoint();
      const seen = Promise.withResolvers<void>();
      receiver.respondWith(({ path }, count) =>
        count === 1 && path === '/hook'
          ? { redirectTo: receiver.url('/elsewhere') }
          : { status: 200, after: seen.promise },
      );
      await mail();
      expect(await deliveryThat(({ status }) => status === 'retrying')).toMatchObject({
        response_status: 302,
        last_error: 'HTTP 302',
      });
      seen.resolve();
      await endedDeliveriesOf(organization, 1);
      expect(receiver.requests.map(({ path }) => path)).toEqual(['/hook', '/hook']);
    }),
  );

  test(
    'A response that takes too long fails the attempt, and so does a closed connection',
    withReceiver(async ({ organization, receiver, mail, endpoint, deliveryThat }) => {
      await endpoint();
      const [sawLate, sawHungUp] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      receiver.respondWith((_, count) => {
        if (count === 1) return { never: true };
        return count === 2 ? { hangUp: true, after: sawLate.promise } : { status: 200, after: sawHungUp.promise };
      });
      await mail();
      const late = await deliveryThat(({ status }) => status === 'retrying');
      expect(late).toMatchObject({ attempt_count: 1, response_status: null });
      expect(late.last_error).toMatch(/^timed out/);
      sawLate.resolve();
      const hungUp = await deliveryThat(({ attempt_count }) => attempt_count === 2);
      expect(hungUp).toMatchObject({ status: 'retrying', response_status: null });
      expect(hungUp.last_error).toMatch(/^network error/);
      sawHungUp.resolve();
      const [delivered] = await endedDeliveriesOf(organization, 1);
      expect(delivered).toMatchObject({ status: 'delivered', attempt_count: 3 });
      const { attempts } = await organization.api.ok('getDelivery', { params: { id: delivered?.id ?? '' } });
      expect(attempts).toMatchObject([
        { response_status: null, error: expect.stringMatching(/^timed out/) },
        { response_status: null, error: expect.stringMatching(/^network error/) },
        { response_status: 200, error: null },
      ]);
    }),
  );

  test(
    'A delivery to a port without a listener becomes dead_letter',
    withReceiver(async ({ organization, mail, endpoint }) => {
      const gone = await Receiver.start();
      const url = gone.url();
      await gone.stop();
      await endpoint({ url });
      await mail();
      const [dead] = await endedDeliveriesOf(organization, 1);
      expect(dead).toMatchObject({ status: 'dead_letter', attempt_count: ATTEMPTS, response_status: null, url });
      expect(dead?.last_error).toMatch(/^network error/);
    }),
  );
});
