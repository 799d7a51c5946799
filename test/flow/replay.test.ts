import { describe, expect, test } from 'vitest';
import { makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { type Received, Receiver } from '#testing/receiver.ts';
import { verifyDelivery } from '#testing/verify-signature.ts';
import { eventually, settleDelay } from '../support/eventually.ts';
import { type DeliveryRecord, type EventRecord, endedDeliveriesOf, eventsOf } from '../support/log-reader.ts';
import { withFixture } from '../support/with-fixture.ts';

/** An organization for one test, with an event that is delivered to its first endpoint. */
async function setUp() {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const receiver = await Receiver.start();
  await organization.api.ok('createWebhook', { body: { url: receiver.url('/first') } });
  await sendMail({ to: agent.address, subject: 'to be replayed', text: 'x' });
  const [event] = (await eventsOf(organization, 1)) as [EventRecord];
  const replay = (api = organization.api) => api.ok('replayEvent', { params: { id: event.id } });
  return { organization, agent, receiver, event, replay };
}

const withReceiver = withFixture(setUp);

/** An attempt that the receiver held for too long is followed by one more, and that is no double. */
async function expectReceived(
  { api }: Organization,
  delivery: DeliveryRecord | undefined,
  requests: readonly Received[],
  successes: number,
): Promise<void> {
  const { attempts } = await api.ok('getDelivery', { params: { id: delivery?.id ?? '' } });
  expect(attempts.filter(({ error }) => error === null)).toHaveLength(successes);
  expect(requests).toHaveLength(attempts.length);
}

describe.concurrent('a replay', () => {
  test(
    'A replay appends no event and repeats no side effect',
    withReceiver(async ({ organization, agent, receiver, event, replay }) => {
      await endedDeliveriesOf(organization, 1);
      await replay();
      await receiver.until(2);
      expect(await eventsOf(organization, 1)).toEqual([event]);
      expect((await agent.api.ok('listMessages', { params: { id: agent.id } })).messages).toHaveLength(1);
      expect(await endedDeliveriesOf(organization, 1)).toHaveLength(1);
    }),
  );

  test(
    'A replay restarts a dead delivery with new attempts',
    withReceiver(async ({ organization, receiver, event, replay }) => {
      await endedDeliveriesOf(organization, 1);
      receiver.respondWith({ status: 500 });
      await replay();
      await receiver.until(5);
      const [dead] = await endedDeliveriesOf(organization, 1);
      expect(dead).toMatchObject({ status: 'dead_letter', attempt_count: 4, response_status: 500 });
      receiver.respondWith({ status: 204 });
      expect(await replay()).toEqual({ id: event.id, replayed: true, delivery_ids: [dead?.id] });
      await receiver.until(6);
      const [alive] = await endedDeliveriesOf(organization, 1);
      expect(alive).toMatchObject({
        id: dead?.id,
        status: 'delivered',
        attempt_count: 1,
        response_status: 204,
        last_error: null,
      });
    }),
  );

  test(
    'A replay reaches an endpoint that was registered after the event',
    withReceiver(async ({ organization, receiver, replay }) => {
      await endedDeliveriesOf(organization, 1);
      const late = await organization.api.ok('createWebhook', { body: { url: receiver.url('/late') } });
      await settleDelay(500);
      expect(receiver.requests.filter(({ path }) => path === '/late')).toEqual([]);
      await replay();
      const passes = ({ path }: { path: string }) => path === '/late';
      const [first] = await receiver.until(1, { passes });
      expect(verifyDelivery(late.secret, first as NonNullable<typeof first>)).toBe('genuine');
      expect(first?.body.equals(receiver.requests[0]?.body ?? Buffer.alloc(0))).toBe(true);

      await endedDeliveriesOf(organization, 2);
      await replay();
      const [, again] = await receiver.until(2, { passes });
      expect(again?.headers['x-aid-request-id']).toBe(first?.headers['x-aid-request-id']);
      expect(await endedDeliveriesOf(organization, 2)).toHaveLength(2);
    }),
  );

  test(
    'A replay skips endpoints that do not match',
    withReceiver(async ({ organization, receiver, replay }) => {
      const other = await makeAgent(organization);
      const bodies = [
        { url: receiver.url('/types'), event_types: ['mail.sent'] },
        { url: receiver.url('/scope'), identity_id: other.id },
        { url: receiver.url('/disabled') },
      ];
      const made = await Promise.all(bodies.map((body) => organization.api.ok('createWebhook', { body })));
      await organization.api.ok('updateWebhook', { params: { id: made[2]?.id ?? '' }, body: { enabled: false } });
      await endedDeliveriesOf(organization, 1);
      await replay();
      await receiver.until(2);
      await settleDelay();
      expect(receiver.requests.map(({ path }) => path)).toEqual(['/first', '/first']);
    }),
  );

  test(
    'Two replays at once do not double a delivery that is in flight',
    withReceiver(async ({ organization, agent, receiver, event, replay }) => {
      await endedDeliveriesOf(organization, 1);
      await organization.api.ok('createWebhook', { body: { url: receiver.url('/other') } });
      const relayed = Promise.withResolvers<void>();
      receiver.respondWith(({ path }) => (path === '/first' ? { after: relayed.promise } : {}));
      await Promise.all(Array.from({ length: 6 }, () => replay()));
      // The relay works in the order of the log: once it has relayed a later event, it has relayed the replays.
      await sendMail({ to: agent.address, subject: 'after the replays', text: 'x' });
      const isLater = ({ path, headers }: Received) => path === '/other' && headers['x-aid-event-id'] !== event.id;
      await receiver.until(1, { passes: isLater });
      relayed.resolve();
      await endedDeliveriesOf(organization, 4);
      await settleDelay();
      const toFirst = ({ path, headers }: Received) => path === '/first' && headers['x-aid-event-id'] === event.id;
      const { deliveries } = await organization.api.ok('listDeliveries', { query: { event_id: event.id } });
      const delivery = deliveries.find(({ url }) => url === receiver.url('/first'));
      await expectReceived(organization, delivery, receiver.requests.filter(toFirst), 2);
    }),
  );

  test('A replay during the first delivery of an event does not double it', async () => {
    const own = await makeOrganization();
    const relayed = Promise.withResolvers<void>();
    const slow = await Receiver.start({ after: relayed.promise });
    const quick = await Receiver.start();
    const owner = await makeAgent(own);
    const { id: webhook_id } = await own.api.ok('createWebhook', { body: { url: slow.url() } });
    await own.api.ok('createWebhook', { body: { url: quick.url() } });
    await sendMail({ to: owner.address, subject: 'slow', text: 'x' });
    const [first] = await eventsOf(own, 1);
    await slow.until(1);
    await eventually(async () => {
      const { deliveries } = await own.api.ok('listDeliveries', { query: { status: 'delivered' } });
      expect(deliveries).toHaveLength(1);
    });
    await own.api.ok('replayEvent', { params: { id: first?.id ?? '' } });
    // The relay restarts all deliveries of an event before the first of them is sent.
    await quick.until(2);
    relayed.resolve();
    await endedDeliveriesOf(own, 2);
    await settleDelay();
    const { deliveries } = await own.api.ok('listDeliveries', { query: { webhook_id } });
    await expectReceived(own, deliveries[0], slow.requests, 1);
    await Promise.all([slow.stop(), quick.stop()]);
  });

  test(
    'An agent key may replay its own events, and another agent’s are 404',
    withReceiver(async ({ organization, agent, receiver, event, replay }) => {
      await endedDeliveriesOf(organization, 1);
      const other = await makeAgent(organization);
      await other.api.refused('replayEvent', 'resource.not_found', { params: { id: event.id } });
      await (await makeOrganization()).api.refused('replayEvent', 'resource.not_found', { params: { id: event.id } });
      expect(receiver.requests).toHaveLength(1);
      await replay(agent.api);
      await receiver.until(2);
    }),
  );
});
