import { setImmediate as settle } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurn } from '#functions/workers/delivery/unverified-turns.ts';

/** A step of a job that lasts until the test ends it. */
function step() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { ended: promise, end: resolve, fail: () => reject(new Error('the step failed')) };
}

test('A job of an unverified organization works when the one before it has ended, also after it failed', async () => {
  const begun: string[] = [];
  const [first, second] = [step(), step()];
  const run = (name: string, { ended }: { ended: Promise<void> }) =>
    inTurn(false, () => {
      begun.push(name);
      return ended;
    });
  const failing = run('first', first);
  const waiting = run('second', second);
  const last = run('third', { ended: Promise.resolve() });

  await settle();
  expect(begun).toEqual(['first']);
  first.fail();
  await expect(failing).rejects.toThrow('the step failed');
  await settle();
  expect(begun).toEqual(['first', 'second']);
  second.end();
  await Promise.all([waiting, last]);
  expect(begun).toEqual(['first', 'second', 'third']);
});

test('While a job waits for a host of its organization another one works, and the first continues in a turn of its own', async () => {
  const done: string[] = [];
  const [post, work] = [step(), step()];
  const posting = inTurn(false, async (turn) => {
    await turn.outside(() => post.ended);
    done.push('recorded');
  });
  const working = inTurn(false, async () => {
    await work.ended;
    done.push('worked');
  });
  await settle();
  post.end();
  await settle();
  expect(done).toEqual([]);
  work.end();
  await Promise.all([posting, working]);
  expect(done).toEqual(['worked', 'recorded']);
});

test('Jobs of verified organizations wait for no other job', async () => {
  const slow = step();
  const blocked = inTurn(false, () => slow.ended);
  expect(await inTurn(true, (turn) => turn.outside(async () => 'posted'))).toBe('posted');
  slow.end();
  await blocked;
});
