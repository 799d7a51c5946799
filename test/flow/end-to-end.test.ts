import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { Receiver } from '#testing/receiver.ts';
import { legacySignature, verifyDelivery } from '#testing/verify-signature.ts';

/** The main purpose, end to end: an email reaches an agent by long poll and by signed webhook. */
describe('an email sent by a real SMTP client', () => {
  let organization: Organization;
  let agent: Agent;
  let receiver: Receiver;
  let secret: string;
  let webhookId: string;
  let startedBefore: Awaited<ReturnType<Agent['api']['ok']>>;
  let event: NonNullable<Awaited<ReturnType<typeof received>>>;

  async function received(since?: string) {
    const query = { type: 'mail.received', timeout_ms: 30_000, ...(since === undefined ? {} : { since }) };
    return (await agent.api.ok('waitForEvent', { query })).event;
  }

  beforeAll(async () => {
    organization = await makeOrganization();
    agent = await makeAgent(organization);
    receiver = await Receiver.start();
    const webhook = await organization.api.ok('createWebhook', { body: { url: receiver.url() } });
    secret = webhook.secret;
    webhookId = webhook.id;

    const before = new Date(Date.now() - 1000).toISOString();
    const waiting = agent.api.ok('waitForEvent', { query: { type: 'mail.received', timeout_ms: 30_000 } });
    // The wait must begin before the mail is sent, because it only matches later events.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await sendMail({
      from: 'Ada Lovelace <ada@sender.example>',
      to: `Support <${agent.address}>`,
      bcc: 'hidden@elsewhere.example',
      envelope: { from: 'ada@sender.example', to: [agent.address] },
      subject: 'Grüße',
      text: 'Hello agent,\nplease look at this.\n',
      headers: { 'X-Custom': 'one' },
      attachments: [{ filename: 'note.txt', content: 'attached' }],
    });
    startedBefore = await waiting;
    const bySince = await received(before);
    if (bySince === null) throw new Error('no event by since');
    event = bySince;
  });

  afterAll(() => receiver.stop());

  test('An email is returned by a wait that began before it, and by one with an earlier since', () => {
    expect(startedBefore).toEqual({ event, timed_out: false });
    expect(event).toMatchObject({
      type: 'mail.received',
      version: 1,
      identity_id: agent.id,
      aggregate_type: 'mail_message',
      payload: { from: 'ada@sender.example', subject: 'Grüße' },
    });
    expect(Object.keys(event.payload).sort()).toEqual(['from', 'messageId', 'subject', 'threadId']);
    expect(event.aggregate_id).toBe(event.payload.messageId);
    expect(event.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('An email is in the event log of the organization, and in the agent’s view of it', async () => {
    for (const api of [organization.api, agent.api]) {
      expect((await api.ok('listEvents')).events).toEqual([event]);
    }
  });

  test('An email reaches a receiver that checks the signature by the contract alone', async () => {
    const [request] = await receiver.until(1);
    if (request === undefined) throw new Error('no request arrived');
    expect(request.method).toBe('POST');
    expect(verifyDelivery(secret, request)).toBe('genuine');
    expect(request.headers['content-type']).toBe('application/json');
    expect(request.headers['x-aid-event-id']).toBe(event.id);
    expect(request.headers['x-aid-signature-256']).toBe(legacySignature(secret, request.body));
    expect(verifyDelivery('whsec_wrong', request)).not.toBe('genuine');
    expect(verifyDelivery(secret, { ...request, body: Buffer.concat([request.body, Buffer.from(' ')]) })).not.toBe(
      'genuine',
    );

    const { deliveries } = await organization.api.ok('listDeliveries');
    expect(deliveries).toMatchObject([
      {
        id: request.headers['x-aid-request-id'],
        webhook_id: webhookId,
        event_id: event.id,
        event_type: 'mail.received',
        url: receiver.url(),
      },
    ]);
  });

  test('The webhook of an email has the specified keys in the specified order', async () => {
    const [request] = await receiver.until(1);
    const text = request?.body.toString('utf8') ?? '';
    const body = JSON.parse(text);
    expect(JSON.stringify(body)).toBe(text);
    expect(Object.keys(body)).toEqual(['id', 'type', 'version', 'created_at', 'organization_id', 'aggregate', 'data']);
    expect(Object.keys(body.aggregate)).toEqual(['type', 'id']);
    expect(body).toEqual({
      id: event.id,
      type: 'mail.received',
      version: 1,
      created_at: event.created_at,
      organization_id: organization.id,
      aggregate: { type: 'mail_message', id: event.payload.messageId },
      data: {
        ...event.payload,
        message: {
          id: event.payload.messageId,
          direction: 'inbound',
          from: [{ address: 'ada@sender.example' }],
          subject: 'Grüße',
          snippet: 'Hello agent, please look at this.',
          has_attachments: true,
        },
        agent_identities: [{ id: agent.id, handle: agent.handle, display_name: agent.displayName }],
      },
    });
    expect(text).not.toContain('hidden@elsewhere.example');
    expect(text).not.toContain('"bcc"');
  });

  test('The agent gets the mail as a message with its text, headers and attachments, and without a bcc', async () => {
    const id = String(event.payload.messageId);
    for (const api of [organization.api, agent.api]) {
      const { messages } = await api.ok('listMessages', { params: { id: agent.id } });
      expect(messages).toHaveLength(1);
      const message = await api.ok('getMessage', { params: { id: agent.id, mid: id } });
      expect(message).toMatchObject({
        ...messages[0],
        id,
        identity_id: agent.id,
        mailbox_id: agent.mailboxId,
        thread_id: event.payload.threadId,
        direction: 'inbound',
        status: 'received',
        folder: 'inbox',
        from: [{ address: 'ada@sender.example', name: 'Ada Lovelace' }],
        to: [{ address: agent.address, name: 'Support' }],
        subject: 'Grüße',
        text: expect.stringMatching(/^Hello agent,\nplease look at this\.\n+$/),
        extracted_text: 'Hello agent,\nplease look at this.',
        has_attachments: true,
        attachments: [{ filename: 'note.txt', content_type: 'text/plain', size: 8, disposition: 'attachment' }],
        is_read: false,
        detail: null,
      });
      expect(message.headers).toContainEqual({ name: 'X-Custom', value: 'one' });
      expect(message).not.toHaveProperty('bcc');
      expect(JSON.stringify(message)).not.toContain('hidden@elsewhere.example');
    }
  });

  test('The delivery of the mail is listed as delivered', async () => {
    await expect
      .poll(async () => (await organization.api.ok('listDeliveries')).deliveries[0])
      .toMatchObject({ status: 'delivered', attempt_count: 1, response_status: 200, last_error: null });
    expect(receiver.requests).toHaveLength(1);
  });
});
