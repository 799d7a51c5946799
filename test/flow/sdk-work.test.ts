import { beforeAll, expect, test } from 'vitest';
import type { Answer, ConflictError, TaskHandler } from '#clients/typescript/src/index.ts';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';
import { aidOf, settled, startWork } from '../support/sdk.ts';

let organization: Organization;
let caller: Agent;
let worker: Agent;

beforeAll(async () => {
  organization = await makeOrganization();
  [caller, worker] = await Promise.all([makeAgent(organization), makeAgent(organization)]);
});

test.concurrent('work replies with what the handler returns, and with a failure that hides why', async ({
  onTestFinished: whenFinished,
}) => {
  const errors: unknown[] = [];
  startWork(
    worker,
    (task, { text }) => {
      if (text === 'text') return 'a text';
      if (text === 'parts') return [{ data: { a: 1 } }];
      if (text === 'reply') return { state: 'rejected', message: 'no' };
      if (text === 'result') return { total: task.messages.length };
      if (text === 'unknown') return { state: 'of a newer version' };
      if (text === 'throw') throw new Error('the password is x');
      return undefined;
    },
    { whenFinished, concurrency: 4, onError: (error) => errors.push((error as Error).message) },
  );
  const aid = aidOf(caller);
  const tasks = await Promise.all(
    ['text', 'parts', 'reply', 'result', 'nothing', 'throw', 'unknown'].map((message) =>
      aid.tasks.create({ to_handle: worker.handle, message }),
    ),
  );
  const states = ['completed', 'completed', 'rejected', 'completed', 'completed', 'failed', 'failed'];
  await Promise.all(tasks.map(({ id }, index) => settled(caller, id, states[index] as string)));
  const ended = await Promise.all(tasks.map(({ id }) => aid.tasks.get(id)));
  const said = ended.map(({ messages }) => messages.slice(1).map(({ parts }) => parts));
  const failure = [[{ text: 'The agent could not complete the task.' }]];
  expect(said).toEqual([[[{ text: 'a text' }]], [[{ data: { a: 1 } }]], [[{ text: 'no' }]], [], [], failure, failure]);
  expect(ended[3]?.result).toEqual({ total: 1 });
  expect(errors).toHaveLength(2);
  expect(errors).toContain('the password is x');
});

test.concurrent('work shows progress, asks the caller and gets the reply while another task has its place', async ({
  onTestFinished: whenFinished,
}) => {
  const agent = await makeAgent(organization);
  startWork(
    agent,
    async (_task, context) => {
      if (context.text === 'quick') return 'done';
      await context.update('thinking');
      const answer: Answer = await context.ask('Which color?');
      return `painted ${answer}, or ${answer.text}`;
    },
    { whenFinished },
  );
  const aid = aidOf(caller);
  const asking = await aid.tasks.create({ to_handle: agent.handle, message: 'paint' });
  await settled(caller, asking.id, 'input_required');
  const quick = await aid.tasks.create({ to_handle: agent.handle, message: 'quick' });
  await settled(caller, quick.id, 'completed');
  await aid.tasks.message(asking.id, { message: 'blue' });
  await settled(caller, asking.id, 'completed');
  const { messages } = await aid.tasks.get(asking.id);
  const said = messages.map(({ parts }) => parts[0]?.text);
  expect(said).toEqual(['paint', 'thinking', 'Which color?', 'blue', 'painted blue, or blue']);
});

test.concurrent('work takes over a question that another worker has asked, and asks and says nothing twice', async ({
  onTestFinished: whenFinished,
}) => {
  const agent = await makeAgent(organization);
  const handler: TaskHandler = async (_task, context) => {
    await context.update('thinking');
    const first = await context.ask('Which color?');
    const second = await context.ask('How large?');
    return `${first} and ${second}`;
  };
  const gone = startWork(agent, handler, { whenFinished });
  const aid = aidOf(caller);
  const { id } = await aid.tasks.create({ to_handle: agent.handle, message: 'paint' });
  await settled(caller, id, 'input_required');
  await gone();
  await aid.tasks.message(id, { message: 'blue' });
  startWork(agent, handler, { whenFinished, leaseMs: 10_000 });
  await settled(caller, id, 'input_required');
  await aid.tasks.message(id, { message: 'small' });
  await settled(caller, id, 'completed');
  const { messages } = await aid.tasks.get(id);
  const said = messages.map(({ parts }) => parts[0]?.text);
  expect(said).toEqual(['paint', 'thinking', 'Which color?', 'blue', 'How large?', 'small', 'blue and small']);
});

/** When the claim of a task ends, as the service says to a process that tries to claim it too. */
async function claimedUntil(agent: Agent, id: string): Promise<number> {
  const refused = await aidOf(agent)
    .tasks.claim(id, { lease_seconds: 10 })
    .catch((error: ConflictError) => error);
  expect(refused).toMatchObject({ code: 'a2a.task_claimed', retryAfterMs: expect.any(Number) });
  return Date.parse(/ until (\S+Z)\.$/.exec((refused as ConflictError).message)?.[1] ?? '');
}

test.concurrent('work keeps the claim of a long task, and drops it when the task is canceled', async ({
  onTestFinished: whenFinished,
}) => {
  const agent = await makeAgent(organization);
  const leaseMs = 10_000;
  const isLongEnough = Promise.withResolvers<void>();
  const runs: string[] = [];
  const aborted: string[] = [];
  const handler: TaskHandler = async (_task, { signal, text }) => {
    runs.push(text);
    const isAborted = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        aborted.push(text);
        resolve();
      });
    });
    await (text === 'long' ? isLongEnough.promise : isAborted);
    return 'done';
  };
  startWork(agent, handler, { whenFinished, leaseMs });
  startWork(agent, handler, { whenFinished, leaseMs });
  const aid = aidOf(caller);
  const long = await aid.tasks.create({ to_handle: agent.handle, message: 'long' });
  const canceled = await aid.tasks.create({ to_handle: agent.handle, message: 'canceled' });
  await Promise.all([long, canceled].map(({ id }) => settled(caller, id, 'working')));
  await aid.tasks.cancel(canceled.id);
  await eventually(() => expect(aborted).toEqual(['canceled']));
  // The first claim would have ended by then, so it was renewed at least twice.
  const first = await claimedUntil(agent, long.id);
  await eventually(async () => expect(await claimedUntil(agent, long.id)).toBeGreaterThan(first + leaseMs));
  isLongEnough.resolve();
  await settled(caller, long.id, 'completed');
  expect(runs.sort()).toEqual(['canceled', 'long']);
  expect(aborted).toEqual(['canceled']);
});
