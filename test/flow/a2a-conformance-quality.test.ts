import { expect } from 'vitest';
import { freshName } from '#testing/fixture.ts';
import type { Json } from '../support/a2a-conformance/bindings.ts';
import { expectRefusal } from '../support/a2a-conformance/refusals.ts';
import {
  openTask,
  proveRequirements,
  type Requirement,
  taskAfter,
  textMessage,
} from '../support/a2a-conformance/requirements.ts';

const parts = (given: Json[]) => ({ parts: given });

/** Requirements beyond the text of the protocol: concurrency, edge cases, resilience, and every kind of content. */
const REQUIREMENTS: readonly Requirement[] = [
  {
    title: 'Messages in parallel and in rapid succession each create their own task',
    section: '3.1.1',
    prove: async ({ client }) => {
      const contextId = freshName('conversation');
      const parallel = await Promise.all(Array.from({ length: 8 }, () => openTask(client, { contextId })));
      for (let count = 0; count < 4; count++) parallel.push(await openTask(client, { contextId }));
      expect(new Set(parallel.map(({ id }) => id)).size).toBe(12);
      expect((await client.value('ListTasks', { contextId })).totalSize).toBe(12);
    },
  },
  {
    title: 'Concurrent reads, messages and a cancel of one task leave it canceled and complete',
    section: '3.1.5',
    prove: async ({ client, other }) => {
      const { id } = await openTask(client);
      const outcomes = await Promise.all([
        ...[1, 2, 3].map(() => client.call('SendMessage', textMessage('stay silent', { taskId: id }))),
        ...[1, 2].map(() => other.call('GetTask', { id })),
        ...[1, 2].map((index) => (index === 1 ? client : other).call('CancelTask', { id })),
      ]);
      const taken = outcomes.slice(0, 3).filter(({ ok }) => ok).length;
      expect(outcomes.slice(3, 5).every(({ ok }) => ok)).toBe(true);
      expect(outcomes.slice(5).filter(({ ok }) => ok)).toHaveLength(1);
      const task = await client.value('GetTask', { id });
      expect([task.status.state, task.history.length]).toEqual(['TASK_STATE_CANCELED', 1 + taken]);
    },
  },
  {
    title: 'Updates with pauses between them all reach the task, in order',
    section: '3.4.3',
    prove: async ({ client }) => {
      const { id } = await openTask(client);
      for (const text of ['one', 'two', 'three']) {
        await client.value('SendMessage', textMessage('stay silent', { taskId: id, parts: [{ text }] }));
      }
      const { history } = await client.value('GetTask', { id });
      expect(history.map((message: Json) => message.parts[0].text)).toEqual(['stay silent', 'one', 'two', 'three']);
    },
  },
  {
    title: 'Text in any script and of a quarter megabyte is returned unchanged, with invisible characters next to it',
    section: '4.1.6',
    prove: async ({ client }) => {
      for (const text of ['Grüße 世界 🌍 \u200f مرحبا', '<script>"\\\n\t', 'x'.repeat(256 * 1024), ' ', '']) {
        const { id } = await openTask(client, parts([{ text }]));
        expect((await client.value('GetTask', { id })).history[0].parts).toEqual([{ text }]);
      }
      const text = 'a\u0001b\u202ec';
      const { id } = await openTask(client, parts([{ text }]));
      const shown = { text: 'abc', metadata: { 'aid.original': { text } } };
      expect((await client.value('GetTask', { id })).history[0].parts).toEqual([shown]);
    },
  },
  {
    title: 'A message that is too large is rejected and not truncated',
    section: '3.3.2',
    prove: async ({ client }) => {
      const long = textMessage('work', parts([{ text: 'x'.repeat(256 * 1024 + 1) }]));
      expectRefusal(await client.call('SendMessage', long), 'INVALID_PARAMS', ['message.parts']);
    },
  },
  {
    title: 'Null is read as a field that is not set, and an empty list as a missing one',
    section: '5.7',
    prove: async ({ client }) => {
      const unset = { contextId: null, taskId: null, metadata: null, extensions: [], referenceTaskIds: [] };
      expect((await openTask(client, unset)).contextId).toMatch(/\S/);
    },
  },
  {
    title: 'Values of a wrong type are rejected, and the error names the field',
    section: '3.3.2',
    prove: async ({ client }) => {
      for (const [message, field] of [
        [{ messageId: 7 }, 'message.messageId'],
        [{ parts: { text: 'x' } }, 'message.parts'],
        [{ parts: ['x'] }, 'message.parts.0'],
        [{ parts: [{ text: 7 }] }, 'message.parts.0.text'],
        [{ role: 'user' }, 'message.role'],
        [{ contextId: 7 }, 'message.contextId'],
      ] as const) {
        expectRefusal(await client.call('SendMessage', textMessage('work', message)), 'INVALID_PARAMS', [field]);
      }
    },
  },
  {
    title: 'Files by value and by URL, data of any kind and several parts are returned unchanged',
    section: '4.1.6',
    prove: async ({ client }) => {
      const given = [
        { text: 'hello' },
        { raw: 'iVBORw0KGgo=', mediaType: 'image/png', filename: 'a.png' },
        { url: 'https://example.com/test.txt', mediaType: 'text/plain', filename: 'test.txt' },
        { url: 'https://example.com/without-a-type' },
        { data: { key: 'value', number: 123, nested: { array: [1, 2, 3] } } },
        { data: [{ a: 1 }, null, 'x'] },
        { data: null },
      ];
      const { id } = await openTask(client, parts(given));
      expect((await client.value('GetTask', { id })).history[0].parts).toEqual(given);
    },
  },
  {
    title: 'Every state has its name in the protocol, and ListTasks can filter by all eight',
    section: '4.1.3',
    prove: async ({ client }) => {
      for (const state of ['submitted', 'working', 'completed', 'failed', 'canceled', 'rejected']) {
        const status = `TASK_STATE_${state.toUpperCase()}`;
        expect((await client.value('ListTasks', { status, pageSize: 1 })).totalSize).toBeGreaterThanOrEqual(0);
      }
      const contextId = freshName('conversation');
      await taskAfter(client, 'ask', { contextId });
      await taskAfter(client, 'authorize', { contextId });
      for (const status of ['TASK_STATE_INPUT_REQUIRED', 'TASK_STATE_AUTH_REQUIRED']) {
        expect((await client.value('ListTasks', { contextId, status })).totalSize).toBe(1);
      }
    },
  },
  {
    title: 'Metadata of a request and of a message are kept',
    section: '3.2.1',
    prove: async ({ client }) => {
      const request = { ...textMessage('stay silent', { metadata: { of: 'message' } }), metadata: { of: 'request' } };
      const { task } = await client.value('SendMessage', request);
      expect([task.metadata, task.history[0].metadata]).toEqual([{ of: 'request' }, { of: 'message' }]);
    },
  },
];

proveRequirements('A2A quality and features', REQUIREMENTS);
