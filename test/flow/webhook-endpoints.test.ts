import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EVENT_TYPES } from '#shared/domain/log/events.ts';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { Receiver } from '#testing/receiver.ts';
import { legacySignature, verifyDelivery } from '#testing/verify-signature.ts';
import { settleDelay } from '../support/eventually.ts';
import { endedDeliveriesOf, eventsOf } from '../support/log-reader.ts';

describe('a webhook endpoint', () => {
  let organization: Organization;
  let agent: Agent;
  let receiver: Receiver;

  beforeEach(async () => {
    organization = await makeOrganization();
    agent = await makeAgent(organization);
    receiver = await Receiver.start();
  });

  afterEach(() => receiver.stop());

  const mail = () => sendMail({ to: agent.address, subject: 'x', text: 'x' });

  test('An endpoint shows its secret when it is created and never again', async () => {
    const made = await organization.api.ok('createWebhook', { body: { url: receiver.url() } });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9]{44}$/);
    expect(made).toMatchObject({
      identity_id: null,
      enabled: true,
      disabled_reason: null,
      standard_webhooks: true,
      event_types: [...EVENT_TYPES],
    });
    const { secret, ...record } = made;
    const listed = await organization.api.call('listWebhooks');
    expect(listed.body).toEqual({ webhooks: [record] });
    expect(listed.text).not.toContain(secret);
    const updated = await organization.api.call('updateWebhook', { params: { id: made.id }, body: { enabled: true } });
    expect(updated.text).not.toContain(secret);
  });

  test('After a rotation, deliveries are signed with every secret that is still valid, the newest first', async () => {
    const { id, secret: first } = await organization.api.ok('createWebhook', { body: { url: receiver.url() } });
    const rotate = () => organization.api.ok('rotateWebhookSecret', { params: { id } });
    const before = Date.now();
    const second = await rotate();
    const hours = (Date.parse(second.previous_secret_expires_at) - before) / 3_600_000;
    expect(hours).toBeGreaterThanOrEqual(23.99);
    expect(hours).toBeLessThan(24.1);
    const third = await rotate();
    await mail();
    const [request] = await receiver.until(1);
    if (request === undefined) throw new Error('no request arrived');

    const signatures = request.headers['x-aid-signature']?.split(',') ?? [];
    const secrets = [third.secret, second.secret, first];
    expect(signatures).toHaveLength(3);
    signatures.forEach((signature, index) => {
      const one = { ...request, headers: { ...request.headers, 'x-aid-signature': signature } };
      secrets.forEach((secret, of) => {
        expect(verifyDelivery(secret, one) === 'genuine').toBe(index === of);
      });
    });
    for (const secret of secrets) expect(verifyDelivery(secret, request)).toBe('genuine');
    expect(request.headers['x-aid-signature-256']).toBe(legacySignature(third.secret, request.body));
  });

  test('A test call sends a signed request outside of the log, in one attempt', async () => {
    const { id, secret } = await organization.api.ok('createWebhook', {
      body: { url: receiver.url(), event_types: ['mail.sent'] },
    });
    const { delivery_id } = await organization.api.ok('testWebhook', { params: { id } });
    const [request] = await receiver.until(1);
    if (request === undefined) throw new Error('no request arrived');
    expect(verifyDelivery(secret, request)).toBe('genuine');
    const body = JSON.parse(request.body.toString());
    expect(Object.keys(body)).toEqual(['id', 'type', 'version', 'created_at', 'organization_id', 'data']);
    expect(body).toMatchObject({
      type: 'webhook.test',
      version: 1,
      organization_id: organization.id,
      data: { webhook_id: id },
    });
    expect(request.headers).toMatchObject({ 'x-aid-event-id': body.id, 'x-aid-request-id': delivery_id });
    const [delivery] = await endedDeliveriesOf(organization, 1);
    expect(delivery).toMatchObject({
      id: delivery_id,
      event_id: body.id,
      event_type: 'webhook.test',
      status: 'delivered',
      attempt_count: 1,
    });
    expect(await eventsOf(organization, 0)).toEqual([]);
    await organization.api.refused('replayEvent', 'resource.not_found', { params: { id: body.id } });
  });

  test('A failed test call is not retried', async () => {
    receiver.respondWith({ status: 500 });
    const { id } = await organization.api.ok('createWebhook', { body: { url: receiver.url() } });
    await organization.api.ok('testWebhook', { params: { id } });
    expect(await endedDeliveriesOf(organization, 1)).toMatchObject([{ status: 'dead_letter', attempt_count: 1 }]);
    await settleDelay();
    expect(receiver.requests).toHaveLength(1);
  });

  test('An endpoint of an agent key is scoped to its agent, which manages it', async () => {
    const made = await agent.api.ok('createWebhook', { body: { url: receiver.url() } });
    expect(made.identity_id).toBe(agent.id);
    const named = await agent.api.ok('createWebhook', { body: { url: receiver.url('/named'), identity_id: agent.id } });
    await agent.api.ok('updateWebhook', { params: { id: named.id }, body: { enabled: false } });
    await agent.api.ok('rotateWebhookSecret', { params: { id: named.id } });
    await agent.api.ok('deleteWebhook', { params: { id: named.id } });
    const other = await makeAgent(organization);
    await sendMail({ to: [agent.address, other.address], subject: 'both', text: 'x' });
    await eventsOf(organization, 2);
    await receiver.until(1);
    await settleDelay(500);
    expect(receiver.requests.map(({ body }) => JSON.parse(body.toString()).data.agent_identities[0].id)).toEqual([
      agent.id,
    ]);
  });

  test('An endpoint of another agent is 403 to an agent key, and missing from its lists', async () => {
    const other = await makeAgent(organization);
    const theirs = await other.api.ok('createWebhook', { body: { url: receiver.url('/theirs') } });
    const unscoped = await organization.api.ok('createWebhook', { body: { url: receiver.url('/all') } });
    const mine = await agent.api.ok('createWebhook', { body: { url: receiver.url('/mine') } });
    for (const { id } of [theirs, unscoped]) {
      const params = { id };
      await agent.api.refused('updateWebhook', 'auth.forbidden', { params, body: { enabled: false } });
      await agent.api.refused('deleteWebhook', 'auth.forbidden', { params });
      await agent.api.refused('rotateWebhookSecret', 'auth.forbidden', { params });
      await agent.api.refused('testWebhook', 'auth.forbidden', { params });
    }
    await agent.api.refused('createWebhook', 'auth.forbidden', {
      body: { url: receiver.url(), identity_id: other.id },
    });
    expect((await agent.api.ok('listWebhooks')).webhooks.map(({ id }) => id)).toEqual([mine.id]);

    await sendMail({ to: [agent.address, other.address], subject: 'both', text: 'x' });
    await endedDeliveriesOf(organization, 4);
    const { deliveries } = await agent.api.ok('listDeliveries');
    expect(deliveries.map(({ webhook_id }) => webhook_id)).toEqual([mine.id]);
  });

  test('An endpoint accepts known event types only, each once and at least one', async () => {
    for (const event_types of [
      [],
      ['mail.*'],
      ['mail.received', 'no.such'],
      ['mail.sent', 'mail.sent'],
      ['webhook.test'],
    ]) {
      const { error } = await organization.api.refused('createWebhook', 'validation.failed', {
        body: { url: receiver.url(), event_types },
      });
      expect(error?.message).toMatch(/^event_types\b/);
    }
  });
});
