import { expect } from 'vitest';
import { freshName, makeAgent } from '#testing/fixture.ts';
import type { ToolReply } from '../mcp-clients.ts';
import { idsIn } from './reading-calls.ts';
import { expectKeyUsed, type ToolCall, type World } from './tool-call.ts';

const taskIds = idsIn('tasks', 'task_id');

/** The tools for tasks between agents. As in `readingCalls`, newer records pass all filters but one. */
export async function taskCalls(world: World): Promise<ToolCall[]> {
  return [...(await directoryCalls(world)), ...(await listCalls(world)), ...(await stepCalls(world))];
}

async function directoryCalls({ organization, agent, peer }: World): Promise<ToolCall[]> {
  const [query, tag] = [freshName('finds'), freshName('tag')];
  const others = [await makeAgent(organization), await makeAgent(organization)] as const;
  const publish = (id: string, description: string, ofSkill: string) => {
    const skills = [{ id: 'x', name: 'x', description: 'x', tags: [ofSkill] }];
    const body = { publicly_discoverable: true, description, skills };
    return organization.api.ok('putA2aSettings', { params: { id }, body });
  };
  await publish(agent.id, `It ${query} one`, tag);
  await publish(peer.id, `It ${query} two`, tag);
  await publish(others[0].id, `It ${query} three`, 'another');
  await publish(others[1].id, 'It does not', tag);
  let cursor = '';
  const args = { query, tag, limit: 1 };
  return [
    {
      tool: 'find_agents',
      args,
      check: (reply) => {
        expect(idsIn('agents', 'handle')(reply)).toEqual([peer.handle]);
        cursor = reply.structuredContent.next_cursor;
      },
    },
    {
      tool: 'find_agents',
      args: () => ({ ...args, cursor }),
      check: (reply) => expect(idsIn('agents', 'handle')(reply)).toEqual([agent.handle]),
    },
  ];
}

async function listCalls({ agent, peer }: World): Promise<ToolCall[]> {
  const send = (from: typeof agent, to: typeof agent) =>
    from.api.ok('createTask', { body: { to_handle: to.handle, message: freshName() } });
  const work = (worker: typeof agent, id: string) =>
    worker.api.ok('replyToTask', { params: { id }, body: { state: 'working' } });
  const older = await send(peer, agent);
  const newer = await send(peer, agent);
  const outbound = await send(agent, peer);
  await send(peer, agent);
  await Promise.all([work(agent, older.id), work(agent, newer.id), work(peer, outbound.id)]);
  const asked = await send(peer, agent);
  const task = await peer.api.ok('addTaskMessage', { params: { id: asked.id }, body: { message: 'More.' } });
  const [first, second] = task.messages.map(({ created_at }) => created_at);
  let cursor = '';
  const args = { direction: 'inbound', state: 'working', limit: 1 };
  return [
    {
      tool: 'list_tasks',
      args,
      check: (reply) => {
        expect(taskIds(reply)).toEqual([newer.id]);
        cursor = reply.structuredContent.next_cursor;
      },
    },
    {
      tool: 'list_tasks',
      args: () => ({ ...args, cursor }),
      check: (reply) => expect(taskIds(reply)).toEqual([older.id]),
    },
    {
      tool: 'get_task',
      args: { task_id: asked.id, cursor: second },
      check: (reply) => {
        expect(reply.structuredContent.task_id).toBe(asked.id);
        expect(idsIn('messages', 'created_at')(reply)).toEqual([first]);
      },
    },
  ];
}

async function stepCalls({ agent, peer }: World): Promise<ToolCall[]> {
  const read = (id: string) => agent.api.ok('getTask', { params: { id } });
  const partsOf = async (id: string) => (await read(id)).messages.map(({ parts }) => parts);
  const before = await agent.api.ok('createTask', { body: { to_handle: peer.handle, message: 'Before.' } });
  const received = await peer.api.ok('createTask', { body: { to_handle: agent.handle, message: 'Do it.' } });
  const data = { numbers: [1, 2.5, null], nested: { größe: true } };
  const keys = [freshName('key'), freshName('key')] as const;
  const body = { to_handle: peer.handle, message: 'Something else.' };
  const text = (one: string) => expect.objectContaining({ text: one });
  let sent = '';
  const more = () => ({ task_id: sent, text: 'More.' });
  const progress = { task_id: received.id, state: 'working', text: 'At it.' };
  return [
    {
      tool: 'send_task',
      args: {
        to_handle: peer.handle,
        text: 'Add "them".',
        data,
        context_id: before.context_id,
        idempotency_key: keys[0],
      },
      check: async ({ structuredContent: { task_id: id } }: ToolReply) => {
        sent = id;
        const task = await read(id);
        expect(task).toMatchObject({ context_id: before.context_id, worker: { handle: peer.handle } });
        expect(await partsOf(id)).toEqual([[text('Add "them".'), expect.objectContaining({ data })]]);
        await expectKeyUsed(agent, 'createTask', { body }, keys[0]);
      },
    },
    {
      tool: 'send_task',
      args: more,
      check: async () => expect((await partsOf(sent)).slice(1)).toEqual([[text('More.')]]),
    },
    {
      tool: 'send_task',
      args: () => ({ ...more(), send_again: true }),
      check: async () => expect((await partsOf(sent)).slice(1)).toEqual([[text('More.')], [text('More.')]]),
    },
    {
      tool: 'reply_to_task',
      args: { task_id: received.id, state: 'input_required', text: 'Which?', data, idempotency_key: keys[1] },
      check: async () => {
        expect(await read(received.id)).toMatchObject({ state: 'input_required' });
        expect((await partsOf(received.id)).slice(1)).toEqual([[text('Which?'), expect.objectContaining({ data })]]);
        const params = { id: received.id };
        await expectKeyUsed(agent, 'replyToTask', { params, body: { state: 'failed' } }, keys[1]);
      },
    },
    {
      tool: 'reply_to_task',
      args: progress,
      check: async () => expect((await partsOf(received.id)).slice(2)).toEqual([[text('At it.')]]),
    },
    {
      tool: 'reply_to_task',
      args: { ...progress, send_again: true },
      check: async () => expect((await partsOf(received.id)).slice(2)).toEqual([[text('At it.')], [text('At it.')]]),
    },
  ];
}
