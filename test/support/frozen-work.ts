import { onTestFinished, vi } from 'vitest';
import type { TaskOutcome } from '#clients/typescript/src/index.ts';
import { fakeError } from '#clients/typescript/src/testing.ts';
import { FakeTask, startWork } from './fake-task.ts';

/** The lease of the workers that tests start. */
export const LEASE_MS = 30_000;
/** Longer than any test waits. */
export const LONG_MS = 900_000;

/** A reply of a handler that leaves the task waiting for its caller. */
export const QUESTION = { state: 'input_required', message: 'Soup or salad?' };

/** What a client gets in place of a response that was lost. */
export const lostResponse = () => fakeError(503, 'internal.error', { retryable: true });

/** Time passes only where the test waits, until the test ends. */
export function freezeTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

export function newTask(): FakeTask {
  const task = new FakeTask(['caller', 'Lunch, please.']);
  task.state = 'submitted';
  return task;
}

/** Starts a worker in frozen time. Returns how often its handler ran. */
export function startFrozenWork(task: FakeTask, outcome: TaskOutcome = 'Ordered.'): () => number {
  freezeTime();
  const handler = vi.fn(() => outcome);
  startWork(task.aid(), handler, { leaseMs: LEASE_MS });
  return () => handler.mock.calls.length;
}

export async function untilTrue(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await vi.advanceTimersByTimeAsync(100);
}

/** Waits until a worker has learned what the log has, and has had the time for a request because of it. */
export async function untilLearned(task: FakeTask): Promise<void> {
  const before = task.readToEnd;
  await untilTrue(() => task.readToEnd > before + 2);
}

/** The states of the replies in the order in which they were executed. */
export function statesOf({ executed }: FakeTask): string[] {
  return executed.map(({ state }) => state);
}
