import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { costByPs, costOf, type ProcessCost, watchCost } from '#shared/services/mail-reader/process-cost.ts';

const BUSY = new URL('../support/busy-process.ts', import.meta.url);

test('The cost of a process that computes grows, and that of a stopped one does not', async () => {
  const child = fork(BUSY, { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  const { promise, resolve } = Promise.withResolvers<ProcessCost>();
  const stop = watchCost(child.pid, (used) => used.processorMs >= 200 && resolve(used));
  expect((await promise).memoryBytes).toBeGreaterThan(10_000_000);
  stop();

  child.kill('SIGSTOP');
  const { promise: second, resolve: resolveSecond } = Promise.withResolvers<ProcessCost[]>();
  const samples: ProcessCost[] = [];
  onTestFinished(
    watchCost(child.pid, (used) => {
      if (samples.push(used) === 5) resolveSecond(samples);
    }),
  );
  const [first, ...others] = await second;
  expect(others.map(({ processorMs }) => processorMs)).toEqual(others.map(() => first?.processorMs));
});

test('The cost of a process that has ended is unknown', async () => {
  const child = fork(BUSY, { stdio: 'ignore' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect([await costOf(child.pid), await costOf(undefined)]).toEqual([undefined, undefined]);
});

test.each([
  ['  0:05.25 61234\n', 5_250],
  ['00:01:05 61234\n', 65_000],
  ['02:03:04 61234\n', 7_384_000],
  ['1-02:03:04 61234\n', 93_784_000],
])('The times that ps writes are read, such as %j', (line, processorMs) => {
  expect(costByPs(line)).toEqual({ processorMs, memoryBytes: 61_234 * 1024 });
});
