import { expect, test } from 'vitest';
import { freshName } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { messagesOf } from '../support/log-reader.ts';
import { MCP_CLIENTS, textOf } from '../support/mcp-clients.ts';
import { sendEmails } from '../support/mcp-reading.ts';
import { ACCEPTS_ALL, connectedAgent, sentId } from '../support/mcp-sending.ts';

test.each(Object.keys(MCP_CLIENTS) as (keyof typeof MCP_CLIENTS)[])(
  'A wait of %s sends progress, ends without an event when its time is over, and continues after its cursor',
  async (name) => {
    const { agent } = await connectedAgent();
    const client = await MCP_CLIENTS[name]({ key: agent.key });
    const progress: unknown[] = [];
    // Long enough that a first call which loads its function still waits.
    const wait = { type: 'mail.received', timeout_seconds: 5 };
    const first = await client.call('wait_for_event', wait, { onprogress: (sent) => progress.push(sent) });
    expect(progress[0]).toMatchObject({ total: 5, message: expect.stringMatching(/^Waiting, [0-4] of 5 seconds\.$/) });
    expect(first.structuredContent).toMatchObject({ timed_out: true, next_cursor: expect.any(String) });
    const subject = `Event ${freshName()}`;
    await sendMail({ to: agent.address, subject, text: 'x' });
    const { next_cursor: cursor } = first.structuredContent;
    const next = await client.call('wait_for_event', { type: 'mail.received', timeout_seconds: 30, cursor });
    expect(textOf(next)).toContain(subject);
    expect(next.structuredContent.event.type).toBe('mail.received');
  },
);

test('Automatic replies are named in results of 20, and the reply behind them is found', async () => {
  const { agent, client } = await connectedAgent();
  const sent = sentId(await client.call('send_email', { to: [ACCEPTS_ALL], subject: freshName(), text: 'x' }));
  const { rfc_message_id: inReplyTo } = await agent.api.ok('getMessage', { params: { id: agent.id, mid: sent } });
  const answer = { to: agent.address, subject: 'Re', text: 'x', inReplyTo: inReplyTo ?? '' };
  const automatic = { ...answer, headers: { 'auto-submitted': 'auto-replied' } };
  await sendEmails(Array.from({ length: 25 }, () => automatic));
  const received = await messagesOf(agent, 25, ({ direction }) => direction === 'inbound');
  const first = await client.call('wait_for_reply', { message_id: sent, timeout_seconds: 0 });
  expect(first.structuredContent.held_back).toHaveLength(20);
  expect(first.structuredContent).toMatchObject({ timed_out: false, note: expect.stringContaining('next_cursor') });
  await sendMail(answer);
  const [reply] = await messagesOf(
    agent,
    1,
    ({ direction, is_automated: isAutomated }) => direction === 'inbound' && !isAutomated,
  );
  const { next_cursor: cursor } = first.structuredContent;
  const second = await client.call('wait_for_reply', { message_id: sent, timeout_seconds: 30, cursor });
  expect(second.structuredContent.message.message_id).toBe(reply?.id);
  const named = [first, second].flatMap(({ structuredContent }) => structuredContent.held_back);
  expect(named.map((one) => one.message_id).sort()).toEqual(received.map(({ id }) => id).sort());
  expect(new Set(named.map((one) => one.reason))).toEqual(new Set(['automated']));
});
