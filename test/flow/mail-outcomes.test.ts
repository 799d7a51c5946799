import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Receiver } from '#testing/receiver.ts';
import { eventually } from '../support/eventually.ts';
import { eventsOfMessage, newAgent, readMessage, send } from '../support/sending-agent.ts';

const SIMULATOR = 'simulator.amazonses.com';

describe('sent mail', () => {
  test.each([
    [`success@${SIMULATOR}`, ['mail.sent', 'mail.delivered'], 'delivered'],
    [`bounce@${SIMULATOR}`, ['mail.sent', 'mail.bounced'], 'bounced'],
    [`bounce+label@${SIMULATOR}`, ['mail.sent', 'mail.bounced'], 'bounced'],
    [`complaint@${SIMULATOR}`, ['mail.sent', 'mail.delivered', 'mail.complained'], 'complained'],
    [`suppressionlist@${SIMULATOR}`, ['mail.sent', 'mail.bounced'], 'bounced'],
    ['someone@elsewhere.example', ['mail.sent', 'mail.delivered'], 'delivered'],
  ])('Mail to %s has the outcome %j', async (to, expected, status) => {
    const { agent } = await newAgent();
    const id = await send(agent, { to });
    const events = await eventsOfMessage(agent, id, expected.length);
    expect(events.map(({ type }) => type)).toEqual(expected);
    for (const { type, identity_id, payload } of events) {
      expect(identity_id).toBe(agent.id);
      expect(Object.keys(payload)).toEqual(['messageId', 'threadId', ...(type === 'mail.sent' ? [] : ['detail'])]);
      if (type !== 'mail.sent') expect(payload.detail).toMatchObject({ recipient: to });
    }
    expect(await readMessage(agent, id)).toMatchObject({ status, folder: 'sent', direction: 'outbound' });
  });

  test('Mail to an address that bounced or complained is rejected from then on, for this organization alone', async () => {
    const { agent } = await newAgent();
    const gone = { to: `bounce@${SIMULATOR}`, subject: 'Again', text: 'text' };
    await eventsOfMessage(agent, await send(agent, gone), 2);
    const { error } = await agent.api.call('sendMail', { params: { id: agent.id }, body: gone });
    expect(error?.code).toBe('mail.recipient_suppressed');
    const { agent: other } = await newAgent();
    await eventsOfMessage(other, await send(other, gone), 2);
  });

  test('An automatic reply of a recipient on holiday arrives in the same thread', async () => {
    const { agent } = await newAgent();
    const id = await send(agent, { to: `ooto@${SIMULATOR}` });
    const answer = await eventually(async () => {
      const { messages } = await agent.api.ok('listMessages', {
        params: { id: agent.id },
        query: { direction: 'inbound' },
      });
      if (messages[0] === undefined) throw new Error('no reply yet');
      return messages[0];
    });
    expect(answer).toMatchObject({ is_automated: true, thread_id: (await readMessage(agent, id)).thread_id });
  });

  test('Mail to several recipients has one outcome for each of them', async () => {
    const { agent } = await newAgent();
    const to = [`success@${SIMULATOR}`, `bounce@${SIMULATOR}`, `complaint@${SIMULATOR}`, 'ada@elsewhere.example'];
    const events = await eventsOfMessage(agent, await send(agent, { to: to.slice(0, 2), cc: to[2], bcc: to[3] }), 6);
    const reported = events.map(({ type, payload }) => [
      type,
      (payload.detail as { recipient?: string } | undefined)?.recipient,
    ]);
    expect(reported.map((one) => one.join(' ')).sort()).toEqual(
      [
        'mail.sent ',
        `mail.delivered ${to[0]}`,
        `mail.bounced ${to[1]}`,
        `mail.delivered ${to[2]}`,
        `mail.complained ${to[2]}`,
        `mail.delivered ${to[3]}`,
      ].sort(),
    );
  });
});

describe('outcomes at a webhook', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await Receiver.start();
  });
  afterAll(() => receiver.stop());

  test('Each outcome is one event at the webhook, with the summary of the message and its agent', async () => {
    const { organization, agent } = await newAgent();
    await organization.api.ok('createWebhook', { body: { url: receiver.url(), identity_id: agent.id } });
    const bounced = await send(agent, { to: `bounce@${SIMULATOR}`, bcc: 'eve@elsewhere.example' });
    const complained = await send(agent, { to: `complaint@${SIMULATOR}` });
    const bodies = await eventually(async () => {
      const all = receiver.requests.map(({ body }) => JSON.parse(body.toString()));
      const got = all.filter(({ data }) => [bounced, complained].includes(data.messageId));
      expect(got).toHaveLength(6);
      return got;
    });
    const count = (type: string, id: string) =>
      bodies.filter((body) => body.type === type && body.data.messageId === id).length;
    expect([count('mail.sent', bounced), count('mail.bounced', bounced), count('mail.delivered', bounced)]).toEqual([
      1, 1, 1,
    ]);
    expect(count('mail.complained', complained)).toBe(1);
    for (const { data } of bodies) {
      expect(data.message).toMatchObject({
        id: data.messageId,
        direction: 'outbound',
        from: [{ address: agent.address }],
      });
      expect(data.agent_identities).toEqual([{ id: agent.id, handle: agent.handle, display_name: agent.displayName }]);
      if (data.detail?.recipient !== 'eve@elsewhere.example') expect(JSON.stringify(data)).not.toContain('eve@');
    }
  });
});
