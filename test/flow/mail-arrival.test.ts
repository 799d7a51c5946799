import { expect, test } from 'vitest';
import { sendMail, sendRawMail } from '#testing/mailer.ts';
import { eventsOf, messagesOf, messageWith } from '../support/log-reader.ts';
import { writtenBounce, writtenComplaint } from '../support/mail-reports.ts';
import { aidOf } from '../support/sdk.ts';
import { eventsOfMessage, newAgent, readMessage, send } from '../support/sending-agent.ts';

test('An email that a server delivers three times is stored once, and one of a stranger with its Message-ID too', async () => {
  const { agent } = await newAgent();
  const mail = { to: agent.address, messageId: '<once@sender.example>', subject: 'Once', text: 'The original.' };
  await sendMail({ ...mail, from: 'eve@elsewhere.example', text: 'Forged before.' });
  for (let count = 0; count < 3; count += 1) await sendMail(mail);
  await sendMail({ ...mail, from: 'eve@elsewhere.example', text: 'Forged before.' });
  await sendMail({ to: agent.address, subject: 'Last', text: 'x' });
  await messageWith(agent, 'Last');
  const texts = (await messagesOf(agent, 3)).map(({ snippet }) => snippet);
  expect(texts.sort()).toEqual(['Forged before.', 'The original.', 'x']);
  const events = await eventsOf(agent, 3, ({ type }) => type === 'mail.received');
  expect(events).toHaveLength(3);
});

test('A bounce and a complaint that arrive by SMTP are outcomes of the message that they are about', async () => {
  const { agent } = await newAgent();
  const id = await send(agent, { to: ['ada@elsewhere.example', 'bob@elsewhere.example'] });
  await eventsOfMessage(agent, id, 3);
  const { rfc_message_id: sent, thread_id: thread } = await readMessage(agent, id);
  const originalId = sent ?? '';
  const failed = ['Final-Recipient: rfc822; ada@elsewhere.example', 'Action: failed', 'Status: 5.1.1'];
  await sendRawMail(agent.address, writtenBounce({ originalId, blocks: [failed] }), '');
  const complaint = ['Feedback-Type: abuse', 'Original-Rcpt-To: <bob@elsewhere.example>'];
  await sendRawMail(agent.address, writtenComplaint({ originalId, blocks: [complaint] }));
  const events = await eventsOfMessage(agent, id, 5);
  expect(
    events
      .map(({ type }) => type)
      .slice(3)
      .sort(),
  ).toEqual(['mail.bounced', 'mail.complained']);
  const reports = await messagesOf(agent, 2, ({ direction }) => direction === 'inbound');
  expect(reports.map(({ thread_id }) => thread_id)).toEqual([thread, thread]);
});

test('An agent that waits for a reply gets that of another agent', async () => {
  const [{ agent: asking }, { agent: answering }] = [await newAgent(), await newAgent()];
  const sent = await aidOf(asking).mail.send({ to: answering.address, subject: 'A question', text: 'Well?' });
  const waiting = aidOf(asking).mail.waitForReply(sent, { timeoutMs: 60_000 });
  const question = await messageWith(answering, 'A question');
  expect(question.is_automated).toBe(false);
  await aidOf(answering).mail.send({ in_reply_to_message_id: question.id, text: 'Very well.' });
  expect((await waiting).message?.text?.trim()).toBe('Very well.');
});
