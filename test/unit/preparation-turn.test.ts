import { setImmediate as settle } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurn } from '#functions/workers/delivery/preparation-turn.ts';

const UNVERIFIED = { isVerified: false, limits: { unverifiedPreparationsAtOnce: 1 } };

/** A step of a job that lasts until the test ends it. */
function step() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { ended: promise, end: resolve, fail: () => reject(new Error('the step failed')) };
}

test('A job of an unverified organization works when the one before it has ended, also after it failed', async () => {
  const begun: string[] = [];
  const [first, second] = [step(), step()];
  const run = (name: string, { ended }: { ended: Promise<void> }) =>
    inTurn(UNVERIFIED, () => {
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

test('A job with a prepared request lets the next one begin, and never waits for a turn again', async () => {
  const done: string[] = [];
  const [post, work] = [step(), step()];
  const posting = inTurn(UNVERIFIED, async (turn) => {
    turn.end();
    await post.ended;
    done.push('recorded');
  });
  const working = inTurn(UNVERIFIED, async () => {
    await work.ended;
    done.push('worked');
  });
  await settle();
  post.end();
  await posting;
  expect(done).toEqual(['recorded']);
  work.end();
  await working;
  expect(done).toEqual(['recorded', 'worked']);
});

test('While a job waits for a host of its organization another one works, and the first continues in a turn of its own', async () => {
  const done: string[] = [];
  const [lookup, work] = [step(), step()];
  const resolving = inTurn(UNVERIFIED, async (turn) => {
    await turn.outside(() => lookup.ended);
    done.push('resolved');
  });
  const working = inTurn(UNVERIFIED, async () => {
    await work.ended;
    done.push('worked');
  });
  await settle();
  lookup.end();
  await settle();
  expect(done).toEqual([]);
  work.end();
  await Promise.all([resolving, working]);
  expect(done).toEqual(['worked', 'resolved']);
});

test('As many jobs are prepared at once as the stage allows', async () => {
  const slow = step();
  let begun = 0;
  const run = () =>
    inTurn({ isVerified: false, limits: { unverifiedPreparationsAtOnce: 2 } }, () => {
      begun++;
      return slow.ended;
    });
  const all = [run(), run(), run()];
  await settle();
  expect(begun).toBe(2);
  slow.end();
  await Promise.all(all);
  expect(begun).toBe(3);
});

test('Jobs of verified organizations wait for no other job', async () => {
  const slow = step();
  const blocked = inTurn(UNVERIFIED, () => slow.ended);
  expect(await inTurn({ ...UNVERIFIED, isVerified: true }, async () => 'posted')).toBe('posted');
  slow.end();
  await blocked;
});
