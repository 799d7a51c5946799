import { describe, expect, test } from 'vitest';
import { freshName, makeOrganization } from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';
import { mailedCode, sentTo } from '../support/sent-mail.ts';
import { withReceiver } from '../support/with-receiver.ts';

describe.concurrent('a receiver that is gone', () => {
  test(
    'Its endpoint is disabled, waiting deliveries end without an attempt, and once enabled it gets events again',
    withReceiver(async ({ organization, receiver, endpoint, mail, deliveryThat }) => {
      const { id } = await endpoint();
      const other = await endpoint({ url: receiver.url('/other') });
      receiver.respondWith(({ path }) => ({ status: path === '/other' ? 204 : 410 }));
      await mail();
      const ended = await deliveryThat(({ status }) => status === 'dead_letter');
      expect(ended).toMatchObject({ attempt_count: 1, response_status: 410, last_error: 'endpoint disabled' });
      const listed = async () => (await organization.api.ok('listWebhooks')).webhooks.find((one) => one.id === id);
      expect(await listed()).toMatchObject({ enabled: false, disabled_reason: 'gone' });
      await mail();
      const { event_id } = await deliveryThat(
        (one) => one.webhook_id === other.id && one.event_id !== ended.event_id && one.status === 'delivered',
      );
      const { deliveries } = await organization.api.ok('listDeliveries', { query: { event_id } });
      expect(deliveries.map(({ webhook_id }) => webhook_id)).toEqual([other.id]);

      receiver.respondWith({ status: 204 });
      const enabled = await organization.api.ok('updateWebhook', { params: { id }, body: { enabled: true } });
      expect(enabled).toMatchObject({ enabled: true, disabled_reason: null });
      await organization.api.ok('replayEvent', { params: { id: ended.event_id } });
      await deliveryThat(({ id, status }) => id === ended.id && status === 'delivered');
      expect(receiver.requests.filter(({ path }) => path === '/hook')).toHaveLength(2);
    }),
  );

  test(
    'The verified owner of the organization gets one email, which has no link',
    withReceiver(async ({ receiver }) => {
      const owner = `${freshName('owner')}@example.com`;
      const { api } = await makeOrganization(undefined, { owner_email: owner });
      await api.ok('verifyOwner', { body: { code: await mailedCode(owner) } });
      receiver.respondWith({ status: 410 });
      const { id } = await api.ok('createWebhook', { body: { url: receiver.url() } });
      await api.ok('testWebhook', { params: { id } });
      const mails = await sentTo(owner, 2);
      const notice = mails.find(({ subject }) => subject === 'A webhook endpoint was disabled');
      expect(notice?.text).toContain(`the webhook endpoint ${id} of`);
      expect(notice?.text).toContain('responded with 410');
      expect(notice?.text).not.toMatch(/https?:|\/\//);

      // It was disabled once, so another attempt is not made, and no other email follows.
      await api.ok('testWebhook', { params: { id } });
      await eventually(async () => {
        const { deliveries } = await api.ok('listDeliveries');
        expect(deliveries.map(({ last_error }) => last_error)).toEqual(['endpoint disabled', 'HTTP 410']);
      });
      expect(receiver.requests).toHaveLength(1);
      expect(await sentTo(owner)).toHaveLength(2);
    }),
  );
});
