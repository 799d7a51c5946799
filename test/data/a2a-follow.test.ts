import { beforeEach, describe, expect, test } from 'vitest';
import { serverSentEvents } from '#functions/http/a2a-protocol/server-sent-events.ts';
import { peekTask } from '#shared/data/entities/a2a/task.ts';
import { HOUR } from '#shared/domain/time/time.ts';
import { streamedResultOf } from '#shared/runtime/pipeline/api-gateway.ts';
import { followTask } from '#shared/services/a2a-protocol/follow.ts';
import { sizeOf } from '#testing/test-size.ts';
import { parsed, RpcSpeaker, textMessage } from '../support/a2a-rpc.ts';
import { useEngine } from '../support/engine.ts';
import { stopClock } from '../support/stopped-clock.ts';
import { type TwoAgents, twoAgents } from '../support/two-agents.ts';

const engine = useEngine();
let { api, ours, caller, worker } = {} as TwoAgents;
let rpc: RpcSpeaker;

beforeEach(async () => {
  ({ api, ours, caller, worker } = await twoAgents(engine.table, { open: true }));
  rpc = new RpcSpeaker(api, caller, worker);
});

const reply = (id: string, body: object) => api.call('replyToTask', { key: worker.key, params: { id }, body });
const send = async () => (await rpc.result('SendMessage', textMessage('go'))).task;

// biome-ignore lint/suspicious/noExplicitAny: JSON
type Json = any;

/** The part that a reader has not read yet. */
const restOf = (reader: AsyncIterator<Json>): AsyncIterable<Json> => ({ [Symbol.asyncIterator]: () => reader });

/** A short form of a stream: the text of each status, and the id of each artifact. */
const summarize = (events: Json[]) =>
  events.map(({ result: { task, statusUpdate, artifactUpdate } }: Json) => {
    if (task) return `task ${task.status.state}`;
    if (artifactUpdate) return `artifact ${artifactUpdate.artifact.artifactId}`;
    return statusUpdate.status.message?.parts[0].text ?? statusUpdate.status.state;
  });

describe('a stream', () => {
  test('A stream returns every step of concurrent writers once, in the order of the log, to every follower', async () => {
    const { id } = await send();
    const seen = await peekTask(engine.table, id);
    if (seen === undefined) throw new Error('no task');
    // On a busy machine the writers take longer than a stream of the API lasts, and than they may wait for each other.
    stopClock();
    const following = [1, 2, 3].map(() => Array.fromAsync(followTask(engine.table, seen, { limitMs: HOUR })));

    const writers = Array.from({ length: sizeOf({ quick: 3, usual: 8 }) }, (_, index) => index + 1);
    const writer = async (name: number) => {
      for (let count = 0; count < 5; count++) {
        const artifacts = count === 2 ? [{ artifact_id: `of-${name}`, parts: [{ text: 'x' }] }] : [];
        const { status } = await reply(id, { state: 'working', message: `${name}.${count}`, artifacts });
        expect(status).toBe(200);
      }
    };
    await Promise.all(writers.map(writer));
    await reply(id, { state: 'completed', message: 'done' });

    const [first, ...others] = (await Promise.all(following)).map((updates) =>
      summarize(updates.flatMap((result) => (result === null ? [] : [{ result }]))),
    );
    for (const other of others) expect(other).toEqual(first);
    const texts = first?.filter((text) => /^\d\.\d$/.test(text)) ?? [];
    expect(texts).toHaveLength(5 * writers.length);
    expect(new Set(texts).size).toBe(texts.length);
    expect(first?.filter((text) => text.startsWith('artifact')).sort()).toEqual(
      writers.map((name) => `artifact of-${name}`),
    );
    expect(first?.at(-1)).toBe('done');

    const { messages } = (await api.call('getTask', { key: caller.key, params: { id } })).body;
    const inLog = messages.map(({ parts }: Json) => parts[0].text).filter((text: string) => /^\d\.\d$/.test(text));
    expect(texts).toEqual(inLog);
  });

  test('A stream includes steps from before its first poll, with the artifacts as they were at each step', async () => {
    const { id } = await send();
    const seen = await peekTask(engine.table, id);
    if (seen === undefined) throw new Error('no task');
    const artifact = (text: string) => ({ artifacts: [{ artifact_id: 'a', parts: [{ text }] }] });
    await reply(id, { state: 'working', ...artifact('first') });
    await reply(id, { state: 'working', ...artifact('second'), result: 7 });
    await rpc.result('CancelTask', { id });
    const updates: Json[] = await Array.fromAsync(followTask(engine.table, seen));
    expect(updates.flatMap(({ artifactUpdate }) => artifactUpdate?.artifact.parts ?? [])).toEqual([
      { text: 'first' },
      { text: 'second' },
      { data: 7, mediaType: 'application/json' },
    ]);
    expect(updates.flatMap(({ statusUpdate }) => statusUpdate?.status.state ?? [])).toEqual([
      'TASK_STATE_WORKING',
      'TASK_STATE_WORKING',
      'TASK_STATE_CANCELED',
    ]);
  });

  test('The stream of a message ends where the agent waits for its sender, and a subscription continues from there', async () => {
    const begun = await rpc.stream('SendStreamingMessage', textMessage('go'));
    const events: Json[] = [];
    for await (const event of begun) {
      events.push(event);
      const { task } = event.result;
      if (task !== undefined) await reply(task.id, { state: 'input_required', message: 'which?' });
    }
    expect(summarize(events)).toEqual(['task TASK_STATE_SUBMITTED', 'which?']);

    const { id } = events[0].result.task;
    const following = Array.fromAsync(await rpc.stream('SubscribeToTask', { id }));
    await rpc.result('SendMessage', textMessage('this one', { taskId: id }));
    await reply(id, { state: 'rejected', message: 'no' });
    expect(summarize(await following)).toEqual(['task TASK_STATE_INPUT_REQUIRED', 'TASK_STATE_WORKING', 'no']);
  });

  test('A stream ends automatically when its time is up', async () => {
    const { id } = await send();
    const seen = await peekTask(engine.table, id);
    if (seen === undefined) throw new Error('no task');
    expect(await Array.fromAsync(followTask(engine.table, seen, { limitMs: 150 }))).toEqual([]);
  });

  test('A stream without updates sends comments to stay alive, which no client takes for events', async () => {
    const { id } = await send();
    const seen = await peekTask(engine.table, id);
    if (seen === undefined) throw new Error('no task');
    const values = followTask(engine.table, seen, { limitMs: HOUR, keepAliveMs: 50 });
    const frames = { value: (value: object) => value, error: (error: unknown) => Promise.reject(error) as never };
    const texts: unknown[] = [];
    for await (const text of serverSentEvents(values, frames).stream ?? []) if (texts.push(text) === 3) break;
    expect(texts).toEqual(Array(3).fill(expect.stringMatching(/^:[^\n]*\n\n$/)));
  });

  test('An error during a stream is its last event', async () => {
    async function* broken() {
      yield { task: { id: 'x' } };
      throw new Error('gone');
    }
    const frames = {
      value: (value: object) => value,
      error: () => ({ error: 1 }),
    };
    expect(await Array.fromAsync(serverSentEvents(broken(), frames).stream ?? [])).toEqual([
      'data: {"task":{"id":"x"}}\n\n',
      'event: error\ndata: {"error":1}\n\n',
    ]);
  });

  test('A stream releases its source when its reader is gone', async () => {
    let given = false;
    async function* source(): AsyncGenerator<string> {
      try {
        for (;;) yield 'x';
      } finally {
        given = true;
      }
    }
    const response = { status: 200, headers: {}, body: undefined, stream: source() };
    const { body } = await streamedResultOf(response, { headers: {} });
    const stream = body as unknown as NodeJS.ReadableStream & { destroy(): void };
    await new Promise((resolve) => stream.once('readable', resolve));
    stream.destroy();
    await new Promise((resolve) => stream.once('close', resolve));
    expect(given).toBe(true);
  });
});

describe('a caller that loses access', () => {
  const revoke = async () => {
    const { api_keys: keys } = (await api.call('listApiKeys', { key: caller.key })).body;
    const { status } = await api.call('revokeApiKey', { key: ours.key, params: { id: keys[0]?.id ?? '' } });
    expect(status).toBe(200);
  };
  const suspend = () => api.call('suspendIdentity', { key: ours.key, params: { id: caller.id } });

  test.each([
    ['revoked', revoke, [401, 'UNAUTHENTICATED', 'Missing or invalid API key.']],
    ['suspended', suspend, [403, 'PERMISSION_DENIED', 'The agent is suspended.']],
  ])(
    'A stream ends with an error before the next step once its caller is %s, in either binding',
    async (_, act, ends) => {
      const { id } = await send();
      const params = { id: worker.id, task: `${id}:subscribe` };
      const headers = { 'a2a-version': '1.0' };
      const rest = await api.call('actOnA2aTask', { key: caller.key, params, headers });
      const streams = [await rpc.stream('SubscribeToTask', { id }), parsed(rest.stream ?? [])];
      const readers = streams.map((stream) => stream[Symbol.asyncIterator]());
      for (const reader of readers) expect((await reader.next()).value).toBeDefined();
      await reply(id, { state: 'working', message: 'seen' });
      for (const reader of readers) expect(JSON.stringify((await reader.next()).value)).toContain('seen');

      await act();
      for (const message of ['one', 'two', 'three']) await reply(id, { state: 'working', message });
      const [overRpc, overRest] = await Promise.all(readers.map((reader) => Array.fromAsync(restOf(reader))));
      const [code, status, message] = ends;
      const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: status, domain: 'aid' };
      expect(overRpc).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32000, message, data: [info] } }]);
      expect(overRest).toEqual([{ error: { code, status, message, details: [info] } }]);
    },
  );

  test('A blocking message returns 401 when its key is revoked while it waits, whatever the outcome of its task', async () => {
    const asked = rpc.call('SendMessage', textMessage('wait', {}, { returnImmediately: false }));
    let id = '';
    while (id === '') id = (await rpc.result('ListTasks')).tasks[0]?.id ?? '';
    await revoke();
    await reply(id, { state: 'completed', message: 'the answer' });
    const { status, body } = await asked;
    expect([status, body.error?.code, Object.keys(body)]).toEqual([401, 'auth.unauthorized', ['error']]);
  });
});
