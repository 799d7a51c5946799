import { expect, test } from 'vitest';
// @ts-expect-error: the example is plain JavaScript, which its users copy
import { followStream } from '#examples/follow-stream.mjs';
import { freshName, makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { UNSEEN } from '#testing/hiding-techniques.ts';
import { inSelectors, inTags } from '#testing/invisible-text.ts';
import { MAIL_TECHNIQUES, rawTechnique } from '#testing/mail-techniques.ts';
import { sendMail, sendRawMail } from '#testing/mailer.ts';
import { eventually } from '../support/eventually.ts';
import { eventsOf, messagesOf, messageWith } from '../support/log-reader.ts';
import { ObedientReader } from '../support/obedient-reader.ts';
import { withReceiver } from '../support/with-receiver.ts';

test('The reader of these tests obeys what it sees, in tags and variation selectors too, but not what was asked for', () => {
  const reader = new ObedientReader(UNSEEN);
  reader.read('plain', { text: `Hello ${UNSEEN}` });
  reader.read('tags', JSON.stringify([{ text: `Hello${inTags(UNSEEN)}` }]));
  reader.read('selectors', { [inSelectors(UNSEEN)]: 1 });
  reader.read('hidden text', { hidden_text: UNSEEN, html: UNSEEN, metadata: { 'aid.original': { text: UNSEEN } } });
  expect(reader.obeyed).toEqual(['plain', 'tags', 'selectors']);
});

test(
  'No reader sees hidden instructions: not in messages, lists, threads, history, waits, streams or webhooks',
  withReceiver(async ({ organization, agent, receiver, endpoint }) => {
    const reader = new ObedientReader(UNSEEN);
    await endpoint({ event_types: ['mail.received'] });
    const since = new Date().toISOString();
    const sent = MAIL_TECHNIQUES.map((technique) => ({ technique, subject: freshName('hidden') }));
    for (const { technique, subject } of sent) {
      const oddSubject = technique.subject === undefined ? subject : `${subject}${inTags(UNSEEN)}`;
      await sendRawMail(agent.address, rawTechnique(technique, agent.address, oddSubject));
    }
    const listed = await messagesOf(agent, sent.length);
    reader.read('a list', listed);
    const bySubject = new Map(listed.map((message) => [message.subject, message]));
    for (const { technique, subject } of sent) {
      const { id = '', thread_id: tid = '' } = bySubject.get(subject) ?? {};
      const message = await agent.api.ok('getMessage', { params: { id: agent.id, mid: id } });
      reader.read(`a message: ${technique.name}`, message);
      const thread = { params: { id: agent.id, tid: tid ?? '' }, query: { include: 'text' } } as const;
      reader.read(`a thread: ${technique.name}`, await agent.api.ok('getThread', thread));
      // Nothing else is lost: a technique that hides more, or that is not understood, has its words in the hidden text.
      // test/rendering compares what is read with what a browser shows.
      if (message.html?.includes('<p>Regards'))
        expect(`${message.extracted_text}\n${message.hidden_text}`, subject).toContain('Your order is on its way');
    }
    reader.read('threads', await agent.api.ok('listThreads', { params: { id: agent.id } }));
    reader.read('the history', await eventsOf(organization, sent.length));
    reader.read('a wait', await agent.api.ok('waitForEvent', { query: { type: 'mail.received', since } }));
    const end = new AbortController();
    let followed = 0;
    const { baseUrl: url } = sharedStack();
    for await (const event of followStream({ url, key: agent.key, since, signal: end.signal })) {
      reader.read('a stream', event);
      followed += 1;
      if (followed === sent.length) end.abort();
    }
    const bodies = await eventually(async () => {
      expect(receiver.requests.length).toBe(sent.length);
      return receiver.requests.map(({ body }) => body.toString());
    });
    for (const body of bodies) reader.read('a webhook', body);
    expect(reader.obeyed).toEqual([]);
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
    text: 'Hello, how are you?',
    extracted_text: 'Hello, how are you?',
    snippet: 'Hello, how are you?',
    hidden_text: UNSEEN,
    content_warnings: ['hidden_text', 'first_contact', 'not_verified'],
  });
  expect(message.html?.trim()).toBe(html);
});

test('A reply to a Reply-To address of another domain that no one has verified needs allow_reply_to', async () => {
  const organization = await makeOrganization();
  const agent = await makeAgent(organization);
  const subject = freshName('redirected');
  await sendMail({ to: agent.address, subject, text: 'Please reply.', replyTo: 'eve@attacker.example' });
  const { id, content_warnings } = await messageWith(agent, subject);
  expect(content_warnings).toEqual(['reply_to_differs', 'first_contact', 'not_verified']);
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
