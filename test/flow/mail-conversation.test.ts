import { describe, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';

/** The newest inbound message of an agent, once it has `count` of them. */
async function inbox({ api, id }: Agent, count: number) {
  return eventually(async () => {
    const { messages } = await api.ok('listMessages', { params: { id }, query: { direction: 'inbound' } });
    expect(messages).toHaveLength(count);
    return messages;
  });
}

/** The types of the events of an organization, oldest first. */
async function logOf({ api }: Agent) {
  const { events } = await api.ok('listEvents', { query: { limit: 200 } });
  return events.reverse();
}

describe('two agents of two organizations', () => {
  test('Two agents hold a conversation of six emails by the API alone: one thread for each, every event once', async () => {
    const [ada, bob] = await Promise.all([1, 2].map(async () => makeAgent(await makeOrganization())));
    if (ada === undefined || bob === undefined) throw new Error('the conversation needs two agents');

    await ada.api.ok('sendMail', {
      params: { id: ada.id },
      body: { to: { address: bob.address, name: 'Bob' }, subject: 'Tea?', text: 'At four.' },
    });
    for (let turn = 1; turn < 6; turn++) {
      const [from, count] = turn % 2 === 1 ? [bob, Math.ceil(turn / 2)] : [ada, turn / 2];
      const [latest] = await inbox(from, count);
      await from.api.ok('sendMail', {
        params: { id: from.id },
        body: { in_reply_to_message_id: latest?.id, text: `answer ${turn}` },
      });
    }
    await inbox(ada, 3);

    for (const agent of [ada, bob]) {
      const events = await eventually(async () => {
        const log = await logOf(agent);
        expect(log).toHaveLength(9);
        return log;
      });
      const count = (type: string) => events.filter((event) => event.type === type).length;
      expect([count('mail.sent'), count('mail.delivered'), count('mail.received')]).toEqual([3, 3, 3]);
      expect(new Set(events.map(({ payload }) => `${payload.messageId}`)).size).toBe(6);

      const { threads } = await agent.api.ok('listThreads', { params: { id: agent.id } });
      expect(threads).toHaveLength(1);
      expect(threads[0]).toMatchObject({ subject: 'Tea?', message_count: 6 });
      const thread = await agent.api.ok('getThread', { params: { id: agent.id, tid: threads[0]?.id ?? '' } });
      expect(thread.messages.map(({ subject }) => subject)).toEqual(['Tea?', ...Array(5).fill('Re: Tea?')]);
      expect(thread.messages.map(({ direction }) => direction)).toEqual(
        agent === ada
          ? ['outbound', 'inbound', 'outbound', 'inbound', 'outbound', 'inbound']
          : ['inbound', 'outbound', 'inbound', 'outbound', 'inbound', 'outbound'],
      );
      const sent = thread.messages.filter(({ direction }) => direction === 'outbound');
      expect(sent.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
    }
  });
});
