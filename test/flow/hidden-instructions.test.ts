import { expect, test } from 'vitest';
import { freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { eventually } from '../support/eventually.ts';
import { HIDING_TECHNIQUES, UNSEEN } from '../support/hiding-techniques.ts';
import { eventsOf, messagesOf, messageWith } from '../support/log-reader.ts';
import { withReceiver } from '../support/with-receiver.ts';

/** The fields that have what the sender sent, which a reader asks for by name. */
const AS_SENT = new Set(['html', 'headers', 'hidden_text']);

/** What a program reads of a response that obeys every instruction it sees. */
const read = (response: unknown) => JSON.stringify(response, (key, value) => (AS_SENT.has(key) ? undefined : value));

test(
  'No reader sees hidden instructions: not in messages, lists, threads, events or webhooks',
  withReceiver(async ({ organization, agent, receiver, endpoint }) => {
    await endpoint({ event_types: ['mail.received'] });
    const subjects = HIDING_TECHNIQUES.map(() => freshName('hidden'));
    for (const [index, { html }] of HIDING_TECHNIQUES.entries()) {
      const body = html.startsWith('<body') ? html : `<p>Your order is on its way.</p>${html}<p>Regards</p>`;
      await sendMail({ to: agent.address, subject: subjects[index] as string, html: body });
    }
    const messages = await messagesOf(agent, subjects.length);
    expect(messages.map(({ subject }) => subject).sort()).toEqual([...subjects].sort());
    for (const { id, subject, thread_id: tid } of messages) {
      const message = await agent.api.ok('getMessage', { params: { id: agent.id, mid: id } });
      const thread = await agent.api.ok('getThread', { params: { id: agent.id, tid }, query: { include: 'text' } });
      expect(read(message), subject).not.toContain(UNSEEN);
      expect(read(thread), subject).not.toContain(UNSEEN);
      expect(message.html).toContain(UNSEEN);
      // What hides the instructions hides nothing else.
      if (message.html?.includes('<p>Regards'))
        expect(message.extracted_text, subject).toContain('Your order is on its way');
    }
    expect(read(await agent.api.ok('listMessages', { params: { id: agent.id } }))).not.toContain(UNSEEN);
    expect(read(await eventsOf(organization, subjects.length))).not.toContain(UNSEEN);
    const bodies = await eventually(async () => {
      expect(receiver.requests.length).toBe(subjects.length);
      return receiver.requests.map(({ body }) => body.toString());
    });
    expect(bodies.join('\n')).not.toContain(UNSEEN);
  }),
);

test('A message has its warnings and its hidden text, and its html as it was sent', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const subject = freshName('warned');
  const html = `<p>Hello, how are you?</p><div style="display:none">${UNSEEN}</div>`;
  await sendMail({ to: agent.address, subject, html });
  const { id } = await messageWith(agent, subject);
  const message = await agent.api.ok('getMessage', { params: { id: agent.id, mid: id } });
  expect(message).toMatchObject({
    text: null,
    extracted_text: 'Hello, how are you?',
    snippet: 'Hello, how are you?',
    hidden_text: UNSEEN,
    content_warnings: ['hidden_text', 'not_verified'],
  });
  expect(message.html?.trim()).toBe(html);
});

test('A reply to a Reply-To address of another domain that no one has verified needs allow_reply_to', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const subject = freshName('redirected');
  await sendMail({ to: agent.address, subject, text: 'Please reply.', replyTo: 'eve@attacker.example' });
  const { id, content_warnings } = await messageWith(agent, subject);
  expect(content_warnings).toEqual(['reply_to_differs', 'not_verified']);
  const reply = { in_reply_to_message_id: id, text: 'Here it is.' };
  const send = (body: object) => agent.api.call('sendMail', { params: { id: agent.id }, body: { ...reply, ...body } });
  const refused = await send({});
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('eve@attacker.example');
  expect((await send({ reply_all: true, to: ['ada@sender.example'] })).status).toBe(400);
  expect((await send({ allow_reply_to: true })).status).toBe(202);
  expect((await send({ to: ['eve@attacker.example'] })).status).toBe(202);
  expect((await send({ in_reply_to_message_id: undefined, allow_reply_to: true })).status).toBe(400);
});
