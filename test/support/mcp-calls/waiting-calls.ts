import { expect } from 'vitest';
import { freshName } from '#testing/fixture.ts';
import { eventually } from '../eventually.ts';
import { messageWith } from '../log-reader.ts';
import { codeCalls } from './code-calls.ts';
import { idsIn } from './reading-calls.ts';
import type { ToolCall, World } from './tool-call.ts';

/** A wait without its seconds would last longer than its client waits for a result. */
const AT_ONCE = 0;
const TYPE = 'mail.received';

/** The tools that wait and read the log, from a place where an event of another type comes first. */
export async function waitingCalls({ agent, peer, deliver }: World): Promise<ToolCall[]> {
  const receive = async (inReplyTo?: string) => {
    const subject = freshName('arrives');
    await deliver({ to: agent.address, subject, text: 'x', ...(inReplyTo !== undefined && { inReplyTo }) });
    return messageWith(agent, subject);
  };
  await receive();
  const task = await peer.api.ok('createTask', { body: { to_handle: agent.handle, message: 'x' } });
  const body = { to: ['ada@sender.example'], subject: freshName('waits'), text: 'x' };
  const sent = await agent.api.ok('sendMail', { params: { id: agent.id }, body });
  const { rfc_message_id } = await agent.api.ok('getMessage', { params: { id: agent.id, mid: sent.id } });
  await receive();
  await receive();

  /** The time before the event of the task, and the events of the type that follow it. */
  const { since, following } = await eventually(async () => {
    const newest = await agent.api.ok('listEvents', { query: { limit: 200, identity_id: agent.id } });
    const events = newest.events.toReversed();
    const ofTask = events.findIndex(({ aggregate_id }) => aggregate_id === task.id);
    const after = events.slice(ofTask).filter(({ type }) => type === TYPE);
    if (ofTask < 1 || after.length < 2) throw new Error(`event ${ofTask}, and ${after.length} after it`);
    return { since: events[ofTask - 1]?.created_at, following: after };
  });
  const [next, afterNext] = following;

  const replies: string[] = [];
  let cursor = '';
  return [
    {
      tool: 'wait_for_event',
      args: { type: TYPE, cursor: since, timeout_seconds: 20 },
      check: (reply) => expect(reply.structuredContent.event.event_id).toBe(next?.id),
    },
    {
      tool: 'wait_for_event',
      args: { type: 'mail.complained', timeout_seconds: AT_ONCE },
      check: (reply) => expect(reply.structuredContent).toMatchObject({ timed_out: true }),
    },
    {
      tool: 'list_events',
      args: { type: TYPE, since, limit: 1 },
      check: (reply) => {
        expect(idsIn('events', 'event_id')(reply)).toEqual([next?.id]);
        cursor = reply.structuredContent.next_cursor;
      },
    },
    {
      tool: 'list_events',
      args: () => ({ type: TYPE, since, limit: 1, cursor }),
      check: (reply) => expect(idsIn('events', 'event_id')(reply)).toEqual([afterNext?.id]),
    },
    {
      tool: 'wait_for_reply',
      args: { message_id: sent.id, timeout_seconds: AT_ONCE },
      check: (reply) => expect(reply.structuredContent).toMatchObject({ timed_out: true }),
    },
    {
      tool: 'wait_for_reply',
      args: async () => {
        for (const _ of [1, 2]) replies.push((await receive(rfc_message_id ?? '')).id);
        return { message_id: sent.id, timeout_seconds: 20, include_hidden: true };
      },
      check: (reply) => {
        expect(reply.structuredContent.message.message_id).toBe(replies[0]);
        cursor = reply.structuredContent.next_cursor;
      },
    },
    {
      tool: 'wait_for_reply',
      args: () => ({ thread_id: sent.thread_id, timeout_seconds: 20, cursor }),
      check: (reply) => expect(reply.structuredContent.message.message_id).toBe(replies[1]),
    },
    ...codeCalls(agent, deliver),
  ];
}
