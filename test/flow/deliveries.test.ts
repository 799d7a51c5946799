import { describe, expect, test } from 'vitest';
import { makeAgent, makeOrganization } from '#testing/fixture.ts';
import { eventually, settleDelay } from '../support/eventually.ts';
import { type DeliveryRecord, endedDeliveriesOf } from '../support/log-reader.ts';
import { withReceiver } from '../support/with-receiver.ts';

describe.concurrent('webhook deliveries', () => {
  test(
    'A delivery goes to the endpoints with a matching type and agent, and to no others',
    withReceiver(async ({ organization, agent, receiver, mail, endpoint }) => {
      const other = await makeAgent(organization);
      const stranger = await makeOrganization();
      await endpoint({ url: receiver.url('/all') });
      await endpoint({ url: receiver.url('/type'), event_types: ['mail.received', 'mail.sent'] });
      await endpoint({ url: receiver.url('/other-type'), event_types: ['mail.sent'] });
      await endpoint({ url: receiver.url('/agent'), identity_id: agent.id });
      await endpoint({ url: receiver.url('/other-agent'), identity_id: other.id });
      await endpoint({ url: receiver.url('/stranger') }, stranger.api);
      await mail();
      await receiver.until(3);
      expect(await endedDeliveriesOf(organization, 3)).toHaveLength(3);
      await settleDelay(500);
      expect(receiver.requests.map(({ path }) => path).sort()).toEqual(['/agent', '/all', '/type']);
    }),
  );

  test(
    'Deliveries stop when the endpoint is disabled, and resume with the next event when it is enabled',
    withReceiver(async ({ organization, receiver, mail, endpoint }) => {
      const { id } = await endpoint();
      const switchTo = (enabled: boolean) =>
        organization.api.ok('updateWebhook', { params: { id }, body: { enabled } });
      expect(await switchTo(false)).toMatchObject({ enabled: false, disabled_reason: expect.any(String) });
      // The relay decides about all endpoints of an event at once.
      await endpoint({ url: receiver.url('/enabled') });
      const subjectsAt = (expected: string) =>
        receiver.requests
          .filter(({ path }) => path === expected)
          .map(({ body }) => JSON.parse(body.toString()).data.subject);
      const undelivered = await mail();
      await eventually(() => expect(subjectsAt('/enabled')).toEqual([undelivered]));
      expect(await switchTo(true)).toMatchObject({ enabled: true, disabled_reason: null });
      const delivered = await mail();
      await receiver.until(1, { passes: ({ path }) => path === '/hook' });
      await settleDelay(500);
      expect(subjectsAt('/hook')).toEqual([delivered]);
    }),
  );

  test(
    'A delivery is attempted at most once more after its endpoint was deleted',
    withReceiver(async ({ organization, receiver, mail, endpoint }) => {
      const { id } = await endpoint();
      receiver.respondWith({ status: 500 });
      await mail();
      await receiver.until(1);
      await organization.api.ok('deleteWebhook', { params: { id } });
      const before = receiver.requests.length;
      await endedDeliveriesOf(organization, 1);
      await mail();
      await settleDelay(3000);
      expect(receiver.requests.length).toBeLessThanOrEqual(before + 1);
      expect((await organization.api.ok('listWebhooks')).webhooks).toEqual([]);
      await organization.api.refused('updateWebhook', 'resource.not_found', {
        params: { id },
        body: { enabled: true },
      });
    }),
  );

  test(
    'Deliveries follow changes of the URL and the event types',
    withReceiver(async ({ organization, receiver, mail, endpoint }) => {
      const { id } = await endpoint({ event_types: ['mail.sent'] });
      const body = { url: receiver.url('/moved'), event_types: ['mail.received'] };
      expect(await organization.api.ok('updateWebhook', { params: { id }, body })).toMatchObject(body);
      await mail();
      const [request] = await receiver.until(1);
      expect(request?.path).toBe('/moved');
    }),
  );

  test(
    'Deliveries are listed newest first, by endpoint, event and status, in pages',
    withReceiver(async ({ organization, receiver, mail, endpoint }) => {
      const [ok, failing] = [
        await endpoint({ url: receiver.url('/ok') }),
        await endpoint({ url: receiver.url('/failing') }),
      ];
      receiver.respondWith(({ path }) => ({ status: path === '/ok' ? 200 : 500 }));
      for (let index = 0; index < 3; index++) await mail();
      const all = await endedDeliveriesOf(organization, 6);
      expect(all).toHaveLength(6);
      const times = all.map(({ created_at }) => created_at);
      expect(times).toEqual([...times].sort().reverse());
      expect(new Set(times).size).toBe(6);

      const list = async (query: Record<string, string>) =>
        (await organization.api.ok('listDeliveries', { query })).deliveries;
      expect(await list({ webhook_id: ok.id })).toEqual(all.filter(({ webhook_id }) => webhook_id === ok.id));
      expect(await list({ status: 'dead_letter' })).toEqual(all.filter(({ webhook_id }) => webhook_id === failing.id));
      expect(await list({ status: 'delivered', webhook_id: failing.id })).toEqual([]);
      const eventId = all[0]?.event_id ?? '';
      expect(await list({ event_id: eventId })).toEqual(all.filter(({ event_id }) => event_id === eventId));
      const [last] = all;
      expect(await list({ event_type: last?.event_type ?? '', since: all[1]?.created_at ?? '' })).toEqual([last]);
      expect(await list({ event_type: 'webhook.test' })).toEqual([]);
      expect(await list({ since: last?.created_at ?? '' })).toEqual([]);
      const paged: DeliveryRecord[] = [];
      for (;;) {
        const before: Record<string, string> = paged.length === 0 ? {} : { before: paged.at(-1)?.created_at ?? '' };
        const page = await list({ limit: '4', ...before });
        paged.push(...page);
        if (page.length < 4) break;
      }
      expect(paged).toEqual(all);
      await organization.api.refused('listDeliveries', 'validation.failed', { query: { status: 'lost' } });
      await organization.api.refused('listDeliveries', 'validation.failed', { query: { event_type: 'mail.lost' } });
      await organization.api.refused('listDeliveries', 'validation.failed', { query: { since: 'yesterday' } });
    }),
  );

  test(
    'A delivery shows each of its attempts, over a replay too, to those who may see its endpoint',
    withReceiver(async ({ organization, agent, receiver, mail, endpoint, deliveryThat }) => {
      receiver.respondWith((_request, count) => ({ status: count <= 2 ? 503 : 204 }));
      await endpoint({}, agent.api);
      await mail();
      const { id, event_id } = await deliveryThat(({ status }) => status === 'delivered');
      const get = () => organization.api.ok('getDelivery', { params: { id } });
      const first = await get();
      expect(first.attempts.map(({ response_status }) => response_status)).toEqual([503, 503, 204]);
      expect(first.attempts.map(({ error }) => error === null)).toEqual([false, false, true]);
      const ended = first.attempts.map(({ ended_at }) => ended_at);
      expect(ended).toEqual([...ended].sort());
      expect(first.delivered_at).toBe(ended.at(-1));

      await organization.api.ok('replayEvent', { params: { id: event_id } });
      const replayed = await eventually(async () => {
        const found = await get();
        expect(found.attempts).toHaveLength(4);
        return found;
      });
      // A response that was not stored yet, as the outcome was, may be stored by now.
      const known = first.attempts.map(({ response, ...attempt }) => ({ ...attempt, ...(response && { response }) }));
      expect(replayed.attempts.slice(0, 3)).toMatchObject(known);
      expect(await agent.api.ok('getDelivery', { params: { id } })).toMatchObject({ id, event_id });
      const other = await makeAgent(organization);
      await other.api.refused('getDelivery', 'auth.forbidden', { params: { id } });
      const elsewhere = await makeOrganization();
      await elsewhere.api.refused('getDelivery', 'resource.not_found', { params: { id } });
    }),
  );
});
