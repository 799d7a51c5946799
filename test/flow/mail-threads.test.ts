import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, freshName, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { eventsOf, messageWith } from '../support/log-reader.ts';

describe('threads', () => {
  let organization: Organization;
  let agent: Agent;

  beforeAll(async () => {
    organization = await makeOrganization();
    agent = await makeAgent(organization);
  });

  const messageId = () => `<${freshName('id')}@sender.example>`;

  /** Sends an email and replies to the resulting message. */
  async function arrive(
    mail: { messageId?: string; inReplyTo?: string; references?: string[]; text?: string },
    to = agent,
  ) {
    const subject = freshName('thread');
    await sendMail({ to: to.address, subject, text: 'x', ...mail });
    return messageWith(to, subject);
  }

  test('A thread holds an email and its replies by In-Reply-To and References', async () => {
    const [root, second, third] = [messageId(), messageId(), messageId()];
    const first = await arrive({ messageId: root });
    const answer = await arrive({ messageId: second, inReplyTo: root });
    const byReferences = await arrive({ messageId: third, references: [root, second] });
    const onlyOld = await arrive({ references: [root, messageId()] });
    expect(first).toMatchObject({ rfc_message_id: root, in_reply_to: null });
    expect(answer).toMatchObject({ thread_id: first.thread_id, in_reply_to: root, rfc_message_id: second });
    expect(byReferences.thread_id).toBe(first.thread_id);
    expect(onlyOld.thread_id).toBe(first.thread_id);

    const query = { thread_id: first.thread_id };
    const { messages } = await agent.api.ok('listMessages', { params: { id: agent.id }, query });
    expect(messages.map(({ id }) => id)).toEqual([onlyOld.id, byReferences.id, answer.id, first.id]);
    const events = await eventsOf(organization, 4, (event) => event.payload.threadId === first.thread_id);
    expect(events.map(({ payload }) => payload.messageId)).toEqual(messages.map(({ id }) => id));
  });

  test('Emails of strangers are in separate threads, whatever their subjects', async () => {
    const subject = freshName('same subject');
    const ids = new Set<string>();
    for (let index = 0; index < 2; index++) {
      await sendMail({ to: agent.address, subject, text: String(index), messageId: messageId() });
      ids.add((await messageWith(agent, subject)).thread_id);
    }
    const unrelated = await arrive({});
    expect(ids).not.toContain(unrelated.thread_id);
  });

  test('A reply that arrives before the mail that it replies to joins its thread', async () => {
    const [root, reply] = [messageId(), messageId()];
    const answer = await arrive({ messageId: reply, inReplyTo: root, references: [root] });
    const original = await arrive({ messageId: root });
    expect(original.thread_id).toBe(answer.thread_id);
  });

  test('Several replies that arrive at the same moment are in one thread', async () => {
    const root = messageId();
    const subjects = Array.from({ length: 6 }, () => freshName('at once'));
    await Promise.all(
      subjects.map((subject) =>
        sendMail({ to: agent.address, subject, text: 'x', inReplyTo: root, messageId: messageId() }),
      ),
    );
    const threads = await Promise.all(subjects.map(async (subject) => (await messageWith(agent, subject)).thread_id));
    expect(new Set(threads).size).toBe(1);
  });

  test('Threads belong to one agent: the same mail to two agents is a thread for each', async () => {
    const other = await makeAgent(organization);
    const [root, subject] = [messageId(), freshName('two')];
    await sendMail({ to: [agent.address, other.address], subject, text: 'x', messageId: root });
    const [mine, theirs] = [await messageWith(agent, subject), await messageWith(other, subject)];
    expect(mine.thread_id).not.toBe(theirs.thread_id);
    expect((await arrive({ inReplyTo: root }, other)).thread_id).toBe(theirs.thread_id);
    expect((await arrive({ inReplyTo: root })).thread_id).toBe(mine.thread_id);
  });

  test('A thread shows the new text of each email, without the quoted history below it', async () => {
    const text =
      'Yes, do that.\n\nOn Fri, 20 Nov 2026 at 10:00, Agent <agent@example.com> wrote:\n> Shall I?\n> It is late.\n';
    const { id: mid } = await arrive({ text });
    const message = await agent.api.ok('getMessage', { params: { id: agent.id, mid } });
    expect(message.extracted_text).toBe('Yes, do that.');
    expect(message.text).toContain('> Shall I?');
  });
});
