import { expect, onTestFinished, test, vi } from 'vitest';
import type { AidError, TaskHandler } from '#clients/typescript/src/index.ts';
import { type FakeCall, fakeError } from '#clients/typescript/src/testing.ts';
import { FakeTask, startWork } from '../support/fake-task.ts';

async function untilCompleted(task: FakeTask): Promise<void> {
  await expect.poll(() => task.state).toBe('completed');
}

/** Lets no time pass: whatever waits for a moment continues once nothing else happens before it. */
function skipWaits(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.setTimerTickMode('nextTimerAsync');
  onTestFinished(() => void vi.useRealTimers());
}

const order: TaskHandler = async (_task, context) => {
  await context.update('Looking at the menu.');
  const reply = await context.ask('Which soup?');
  await context.update(`Ordering ${reply}.`);
  return 'Ordered.';
};
const SAID = ['Looking at the menu.', 'Which soup?', 'Ordering the red one.', 'Ordered.'];

test('A run after a crash says nothing twice, although the caller has replied to its question meanwhile', async () => {
  const task = new FakeTask(
    ['caller', 'Lunch, please.'],
    ['worker', 'Looking at the menu.'],
    ['worker', 'Which soup?'],
    ['caller', 'the red one'],
  );
  startWork(task.aid(), order);
  await untilCompleted(task);
  expect(task.said).toEqual(SAID);
});

test('A worker does not ask without end for messages that the service counts and does not return', async () => {
  const task = new FakeTask(['caller', 'Lunch, please.']);
  task.missing = 1;
  startWork(task.aid(), async () => 'Ordered.');
  await untilCompleted(task);
  expect(task.said).toEqual(['Ordered.']);
});

test('An update of a dead worker that arrives before the next claim is said once, and after it is refused', async () => {
  for (const isBefore of [true, false]) {
    const task = new FakeTask(['caller', 'Lunch, please.']);
    let late: FakeCall | undefined;
    const dying = task.aid((call) => {
      if (call.body.message === 'Looking at the menu.') late = call;
      return late !== undefined;
    });
    startWork(dying, order);
    await expect.poll(() => late).toBeDefined();

    task.say('caller', 'And quickly.');
    task.endClaim();
    const refused: unknown[] = [];
    const arrive = () => {
      if (late === undefined) return;
      const arriving = late;
      late = undefined;
      try {
        task.execute(arriving);
      } catch (error) {
        refused.push(error);
      }
    };
    if (isBefore) task.onExecution = ({ method }) => method === 'tasks.claim' && arrive();
    else task.onExecution = ({ method }) => method === 'tasks.reply' && arrive();
    startWork(task.aid(), async (_task, context) => {
      await context.update('Looking at the menu.');
      return 'Ordered.';
    });
    await untilCompleted(task);
    expect(task.said).toEqual(['Looking at the menu.', 'Ordered.']);
    expect(refused).toHaveLength(isBefore ? 0 : 1);
  }
});

test('A message that the service shows without its invisible characters, or with more fields, is found again', async () => {
  const sent = [{ text: 'Looking\u200b at the menu.', metadata: { step: 1 } }, { data: { a: null, b: [1] } }];
  const original = { text: 'Looking\u200b at the menu.' };
  const shown = [
    { text: 'Looking at the menu.', metadata: { step: 1, 'aid.original': original }, hue: 'of a newer service' },
    { data: { b: [1], a: null } },
  ];
  const question = [{ text: 'Which soup?', metadata: { 'aid.original': { text: 'Which\u2060 soup?' } } }];
  const task = new FakeTask(['caller', 'Lunch, please.'], ['worker', shown], ['worker', question], ['caller', 'red']);
  startWork(task.aid(), async (_task, context) => {
    await context.update(sent);
    await context.ask('Which\u2060 soup?');
    return 'Ordered.';
  });
  await untilCompleted(task);
  expect(task.said).toEqual(['Looking at the menu.', 'Which soup?', 'Ordered.']);
});

test('A worker says nothing more once another worker has the task, and its handler gets an error', async () => {
  const task = new FakeTask(['caller', 'Lunch, please.']);
  const isLate = Promise.withResolvers<unknown[]>();
  startWork(task.aid(), async (_task, { update, ask, signal }) => {
    task.claimByAnother(900_000);
    const outcomes = [];
    for (const say of [update, ask]) outcomes.push(await say('Too late.').catch((error) => error.name));
    isLate.resolve([...outcomes, signal.aborted]);
    return 'Too late.';
  });
  expect(await isLate.promise).toEqual(['TaskLeft', 'TaskLeft', true]);
  expect([task.said, task.executed, task.state]).toEqual([[], [], 'working']);
});

test('A question of an earlier run that has no reply yet gives the task back to the caller', async () => {
  const task = new FakeTask(['caller', 'Lunch, please.'], ['worker', 'Which soup?']);
  task.onExecuted = ({ body }) => {
    // The reply is there when the worker looks for it.
    if (body.state === 'input_required') task.replyAsCaller('the red one');
  };
  startWork(task.aid(), async (_task, context) => `Ordered ${await context.ask('Which soup?')}.`);
  await untilCompleted(task);
  expect(task.executed.map(({ state }) => state)).toEqual(['input_required', 'completed']);
  expect(task.claims.map(({ id }) => id)).toEqual(['clm_1', 'clm_2']);
  expect(task.said).toEqual(['Which soup?', 'Ordered the red one.']);
});

test('A handler begins anew when the caller replies to its outcome, and not for a late event of its own claim', async () => {
  skipWaits();
  const task = new FakeTask(['caller', 'Lunch, please.']);
  task.state = 'submitted';
  task.onExecuted = ({ body }) => {
    if (body.message !== 'Soup or salad?') return;
    setTimeout(() => task.log('a2a.task.updated', 'working'), 50);
    setTimeout(() => task.replyAsCaller('Soup.'), 3_000);
  };
  const texts: string[] = [];
  startWork(task.aid(), async (_task, context) => {
    await context.update('One moment.');
    texts.push(context.text);
    return texts.length > 1 ? 'Ordered.' : { state: 'input_required', message: 'Soup or salad?' };
  });
  await untilCompleted(task);
  expect(texts).toEqual(['Lunch, please.', 'Soup.']);
  expect(task.said).toEqual(['One moment.', 'Soup or salad?', 'One moment.', 'Ordered.']);
  expect(task.executed.filter(({ state }) => state === 'input_required')).toHaveLength(1);
});

test('A handler that has returned does not see its task end, although the event comes before the response', async () => {
  skipWaits();
  const task = new FakeTask(['caller', 'Lunch, please.']);
  const isRead = Promise.withResolvers<void>();
  task.onExecuted = async ({ body }) => {
    if (body.state !== 'completed') return;
    task.log('a2a.task.updated', 'completed');
    const before = task.readToEnd;
    await expect.poll(() => task.readToEnd).toBeGreaterThan(before);
    isRead.resolve();
  };
  const ended: string[] = [];
  startWork(task.aid(), async (_task, { signal, text }) => {
    signal.addEventListener('abort', () => ended.push(text));
    return 'Ordered.';
  });
  await isRead.promise;
  expect(task.said).toEqual(['Ordered.']);
  expect(ended).toEqual([]);
});

test('A worker reports no error if the event of its own reply arrives before the response', async () => {
  skipWaits();
  const task = new FakeTask(['caller', 'Lunch, please.']);
  const signals: AbortSignal[] = [];
  const errors: unknown[] = [];
  let isReplied = false;
  task.onExecuted = async ({ body }) => {
    if (body.state !== 'completed') return;
    task.log('a2a.task.updated', 'completed');
    const before = task.readToEnd;
    while (task.readToEnd < before + 2) await new Promise((resolve) => setTimeout(resolve, 10));
    isReplied = true;
  };
  const handler: TaskHandler = (_task, { signal }) => {
    signals.push(signal);
    return 'Ordered.';
  };
  startWork(task.aid(), handler, { onError: (error) => errors.push(error) });
  await expect.poll(() => isReplied).toBe(true);
  expect([errors, signals.map(({ aborted }) => aborted), task.said]).toEqual([[], [false], ['Ordered.']]);
});

test('What a handler throws after its task was canceled is reported, unless it only says that its signal aborted', async () => {
  skipWaits();
  const errors: unknown[] = [];
  const fault = new TypeError('no salad');
  for (const thrown of [new DOMException('aborted', 'AbortError'), fault]) {
    const task = new FakeTask(['caller', 'Lunch, please.']);
    const ended = Promise.withResolvers<void>();
    const handler: TaskHandler = async (_task, { signal }) => {
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      task.state = 'canceled';
      task.log('a2a.task.canceled', 'canceled');
      await aborted;
      ended.resolve();
      throw thrown;
    };
    startWork(task.aid(), handler, { onError: (error) => errors.push(error) });
    await ended.promise;
  }
  await expect.poll(() => errors).toEqual([fault]);
});

test('An outcome that the organization has no storage for is reported, and the worker continues', async () => {
  const full = 'usage.storage_limit';
  skipWaits();
  const task = new FakeTask(['caller', 'Lunch, please.']);
  task.onExecution = ({ body }) => {
    if (body.state === 'completed' && errors.length === 0) throw fakeError(409, full);
  };
  const errors: unknown[] = [];
  startWork(task.aid(), () => 'Ordered.', { onError: (error) => errors.push((error as AidError).code) });
  await untilCompleted(task);
  expect([errors, task.said]).toEqual([[full], ['Ordered.']]);
});
