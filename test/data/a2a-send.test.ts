import { beforeAll, describe, expect, test } from 'vitest';
import { RpcSpeaker, textMessage } from '../support/a2a-rpc.ts';
import { useEngine } from '../support/engine.ts';
import { type TwoAgents, twoAgents } from '../support/two-agents.ts';

const engine = useEngine();
let { api, ours, theirs, caller, worker } = {} as TwoAgents;
let rpc: RpcSpeaker;

beforeAll(useNewAgents);

async function useNewAgents(): Promise<void> {
  ({ api, ours, theirs, caller, worker } = await twoAgents(engine.table, { open: true }));
  rpc = new RpcSpeaker(api, caller, worker);
}

const reply = (id: string, body: object) => api.call('replyToTask', { key: worker.key, params: { id }, body });

async function send(text = 'hello', more = {}, configuration = {}) {
  return (await rpc.result('SendMessage', textMessage(text, more, configuration))).task;
}

describe('SendMessage', () => {
  test('SendMessage names every invalid field, as the protocol spells it', async () => {
    const refused = (params: object) => rpc.refusal('SendMessage', params);
    expect(await refused({})).toEqual([-32602, 'message']);
    expect(await refused({ message: { parts: [] } })).toEqual([
      -32602,
      'message.messageId',
      'message.role',
      'message.parts',
    ]);
    expect(await refused(textMessage('x', { role: 'ROLE_AGENT' }))).toEqual([-32602, 'message.role']);
    expect(await refused(textMessage('x', { parts: [{ text: 'a', url: 'https://x.example' }] }))).toEqual([
      -32602,
      'message.parts.0',
    ]);
    expect(await refused(textMessage('x', {}, { historyLength: -1 }))).toEqual([-32602, 'configuration.historyLength']);
    expect(await refused(textMessage('x', { contextId: `ctx_${'0'.repeat(26)}` }))).toEqual([
      -32602,
      'message.contextId',
    ]);
  });

  test('SendMessage accepts 64 parts but not 65, and 256 KB but not one byte more', async () => {
    await useNewAgents();
    const parts = (count: number) => ({ parts: Array.from({ length: count }, () => ({ text: 'x' })) });
    expect((await send('', parts(64))).status.state).toBe('TASK_STATE_SUBMITTED');
    expect(await rpc.refusal('SendMessage', textMessage('', parts(65)))).toEqual([-32602, 'message.parts']);
    expect((await send('x'.repeat(256 * 1024))).status.state).toBe('TASK_STATE_SUBMITTED');
    expect(await rpc.refusal('SendMessage', textMessage('x'.repeat(256 * 1024 + 1)))).toEqual([
      -32602,
      'message.parts',
    ]);
    expect((await rpc.result('ListTasks')).totalSize).toBe(2);
  });

  test('SendMessage keeps every kind of part, metadata, extensions and references unchanged', async () => {
    const parts = [
      { text: '' },
      { raw: '-_8', mediaType: 'application/octet-stream', filename: 'a.bin' },
      { url: 'https://example.com/a.pdf', metadata: { page: 1 } },
      { data: null },
      { data: { media_type: null, deep: [1, { a: null }] } },
    ];
    const more = {
      parts,
      metadata: { a: { task_id: '' } },
      extensions: ['https://x.example/e'],
      referenceTaskIds: ['t'],
    };
    const { id, history } = await send('', more);
    const kept = { ...more, parts: [parts[0], { ...parts[1], raw: '+/8=' }, ...parts.slice(2)] };
    expect(history).toEqual([expect.objectContaining(kept)]);
    expect((await rpc.result('GetTask', { id })).history).toEqual(history);
  });

  test('SendMessage also accepts the field names of the proto, and ignores unknown fields', async () => {
    const message = { message_id: 'snake', role: 1, parts: [{ text: 'x', media_type: 'text/plain' }], later: true };
    const { task } = await rpc.result('SendMessage', {
      message,
      configuration: { return_immediately: true },
      later: 1,
    });
    expect(task.history).toEqual([expect.objectContaining({ messageId: 'snake', role: 'ROLE_USER' })]);
    expect(task.history[0].parts).toEqual([{ text: 'x', mediaType: 'text/plain' }]);
  });

  test('A repeated SendMessage returns the same task, and its metadata becomes that of the task', async () => {
    await useNewAgents();
    const request = { ...textMessage('once'), metadata: { team: 'x' } };
    const first = (await rpc.result('SendMessage', request)).task;
    await reply(first.id, { state: 'working' });
    const again = (await rpc.result('SendMessage', request)).task;
    expect([again.id, again.status.state, again.metadata]).toEqual([first.id, 'TASK_STATE_WORKING', { team: 'x' }]);
    expect((await rpc.result('ListTasks')).totalSize).toBe(1);
  });

  test('SendMessage continues a context of its own pair, and no other', async () => {
    const first = await send();
    expect((await send('more', { contextId: first.contextId })).contextId).toBe(first.contextId);
    const second = await send();
    const params = textMessage('x', { taskId: first.id, contextId: second.contextId });
    expect(await rpc.refusal('SendMessage', params)).toEqual([-32602, 'message.contextId']);
    const stranger = await api.agent(ours.key);
    const foreign = new RpcSpeaker(api, stranger, worker);
    const inForeign = textMessage('x', { contextId: first.contextId });
    expect(await foreign.refusal('SendMessage', inForeign)).toEqual([-32602, 'message.contextId']);
  });

  test('SendMessage to an agent that does not exist, or does not accept it, is the same 404 byte for byte', async () => {
    const missing = await new RpcSpeaker(api, caller, { id: `agt_${'0'.repeat(26)}` }).call(
      'SendMessage',
      textMessage('x'),
    );
    await api.call('createA2aRule', {
      key: theirs.key,
      body: { identity_id: worker.id, handle: caller.handle, action: 'block' },
    });
    const blocked = await rpc.call('SendMessage', textMessage('x'));
    const nonsense = await new RpcSpeaker(api, caller, { id: 'nonsense' }).call('SendMessage', textMessage('x'));
    await useNewAgents();
    for (const { status, body } of [missing, blocked, nonsense]) {
      const { request_id: _, ...error } = body.error;
      expect([status, error]).toEqual([
        404,
        { code: 'resource.not_found', message: 'No such resource.', retryable: false },
      ]);
    }
  });

  test('SendMessage to the sending agent itself is rejected', async () => {
    expect(await new RpcSpeaker(api, worker, worker).refusal('SendMessage', textMessage('x'))).toEqual([
      -32602,
      'message',
    ]);
  });
});
