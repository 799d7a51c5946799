import { expect } from 'vitest';
import type { Json } from '../support/a2a-conformance/bindings.ts';
import { expectRefusal } from '../support/a2a-conformance/refusals.ts';
import {
  openTask,
  proveRequirements,
  type Requirement,
  taskAfter,
  textMessage,
} from '../support/a2a-conformance/requirements.ts';

/** A short form of each event of a stream: its kind, and its state or artifact. */
const outline = (events: Json[]) =>
  events.map(({ task, statusUpdate, artifactUpdate }) =>
    task
      ? `task ${task.status.state}`
      : artifactUpdate
        ? `artifact ${artifactUpdate.artifact.artifactId}`
        : `${statusUpdate.status.state} ${statusUpdate.status.message?.parts[0].text ?? ''}`.trim(),
  );

const SUBMITTED = 'task TASK_STATE_SUBMITTED';

/** Streams: how they begin, what they contain and when they end. */
const REQUIREMENTS: readonly Requirement[] = [
  {
    title: 'A streaming send returns the task, then every step in order, and ends with the task',
    section: '3.1.2',
    prove: async ({ client }) => {
      const events = await Array.fromAsync(await client.stream('SendStreamingMessage', textMessage('in steps')));
      expect(outline(events)).toEqual([
        SUBMITTED,
        'TASK_STATE_WORKING first',
        'artifact part',
        'TASK_STATE_WORKING',
        'TASK_STATE_WORKING second',
        'TASK_STATE_COMPLETED third',
      ]);
      const [{ task }, ...updates] = events;
      for (const update of updates) {
        const [{ taskId, contextId }] = Object.values(update) as [Json];
        expect([taskId, contextId]).toEqual([task.id, task.contextId]);
      }
    },
  },
  {
    title: 'A stream is text/event-stream, and must not be buffered or cached',
    section: '9.4.2',
    prove: async ({ client }) => {
      const { reply, ...outcome } = await client.open('SendStreamingMessage', textMessage('complete'));
      expect(reply.headers.get('content-type')).toBe('text/event-stream');
      expect(reply.headers.get('cache-control')).toBe('no-store');
      if (outcome.ok) await Array.fromAsync(outcome.value as AsyncGenerator);
    },
  },
  {
    title: 'A stream of a message ends where the agent waits for its client',
    section: '11.7',
    prove: async ({ client }) => {
      const events = await Array.fromAsync(await client.stream('SendStreamingMessage', textMessage('ask')));
      expect(outline(events)).toEqual([SUBMITTED, 'TASK_STATE_INPUT_REQUIRED Which one?']);
    },
  },
  {
    title: 'A stream of an invalid message is rejected before it begins',
    section: '3.1.2',
    prove: async ({ client }) => {
      const wrong = textMessage('work', { parts: [] });
      expectRefusal(await client.open('SendStreamingMessage', wrong), 'INVALID_PARAMS', ['message.parts']);
      const { id } = await taskAfter(client, 'complete');
      const ended = textMessage('work', { taskId: id });
      expectRefusal(await client.open('SendStreamingMessage', ended), 'UNSUPPORTED_OPERATION');
    },
  },
  {
    title: 'A streaming send continues a task',
    section: '3.1.2',
    prove: async ({ client }) => {
      const { id } = await taskAfter(client, 'ask');
      const events = await Array.fromAsync(
        await client.stream('SendStreamingMessage', textMessage('complete', { taskId: id })),
      );
      expect(outline(events)).toEqual(['task TASK_STATE_WORKING', 'artifact answer', 'TASK_STATE_COMPLETED Done.']);
    },
  },
  {
    title: 'A subscription begins with the present task, and ends when the task does',
    section: '3.1.6',
    prove: async ({ client, agent }) => {
      const { id } = await openTask(client);
      await agent.reply(id, { state: 'working' });
      const stream = await client.stream('SubscribeToTask', { id });
      const events = [(await stream.next()).value];
      await agent.reply(id, { state: 'failed', message: 'no luck' });
      for await (const event of stream) events.push(event);
      expect(outline(events)).toEqual(['task TASK_STATE_WORKING', 'TASK_STATE_FAILED no luck']);
    },
  },
  {
    title: 'A subscription to a task in a terminal state is UnsupportedOperationError',
    section: '3.1.6',
    prove: async ({ client }) => {
      const { id } = await taskAfter(client, 'complete');
      expectRefusal(await client.open('SubscribeToTask', { id }), 'UNSUPPORTED_OPERATION');
    },
  },
  {
    title:
      'Every stream of a task returns the same events in the same order, and closing one does not affect the others',
    section: '3.5.2',
    prove: async ({ client, other, agent }) => {
      const { id } = await openTask(client);
      const streams = await Promise.all([client, other, client].map((one) => one.stream('SubscribeToTask', { id })));
      for (const stream of streams) expect(outline([(await stream.next()).value])).toEqual([SUBMITTED]);
      const [first, second, closed] = streams.map((stream) => stream);
      await agent.reply(id, { state: 'working', message: 'one' });
      await closed?.next();
      await closed?.return(undefined);
      await agent.reply(id, { state: 'working', message: 'two' });
      await agent.reply(id, { state: 'completed', message: 'three' });
      const received = await Promise.all([first, second].map((stream) => Array.fromAsync(stream ?? [])));
      expect(received[0]).toEqual(received[1]);
      expect(outline(received[0] ?? [])).toEqual([
        'TASK_STATE_WORKING one',
        'TASK_STATE_WORKING two',
        'TASK_STATE_COMPLETED three',
      ]);
    },
  },
  {
    title: 'After a broken stream a client subscribes again and gets the present state with all later steps',
    section: '3.5.2',
    prove: async ({ client, agent }) => {
      const stream = await client.stream('SendStreamingMessage', textMessage('stay silent'));
      const { id } = (await stream.next()).value.task;
      await stream.return(undefined);
      await agent.reply(id, { state: 'input_required', message: 'asked meanwhile' });
      const again = await client.stream('SubscribeToTask', { id });
      const { task } = (await again.next()).value;
      expect(task.status).toMatchObject({
        state: 'TASK_STATE_INPUT_REQUIRED',
        message: { parts: [{ text: 'asked meanwhile' }] },
      });
      await client.value('CancelTask', { id });
      expect(outline(await Array.fromAsync(again))).toEqual(['TASK_STATE_CANCELED']);
    },
  },
];

proveRequirements('A2A capability of streaming', REQUIREMENTS);
