import { peekTask, type Task } from '#shared/data/entities/a2a/task.ts';
import { findTaskMessages } from '#shared/data/entities/a2a/task-content.ts';
import { type StepHead, taskStepHeads, taskSteps } from '#shared/data/entities/a2a/task-step.ts';
import type { Table } from '#shared/data/table-client.ts';
import { isTerminal, type TaskState } from '#shared/domain/a2a/task-state.ts';
import { pause } from '#shared/domain/concurrency/pause.ts';
import { pollInterval } from '#shared/domain/concurrency/poll-interval.ts';
import { A2A_BLOCKING_MS, A2A_STREAM_MS } from '#shared/domain/limits/limits.ts';
import { type StreamResponse, type TaskIds, updatesOf } from './task-object.ts';

/** The states of a task that waits for its caller. See: A2A v1.0, a2a.proto (`TaskState`, interrupted states). */
const INTERRUPTED: ReadonlySet<TaskState> = new Set(['input_required', 'auth_required']);

/** Whether the worker has nothing to do for now: the task has ended, or waits for its caller. */
export function isIdle(state: TaskState): boolean {
  return isTerminal(state) || INTERRUPTED.has(state);
}

/** The interval of keep-alive lines, which stop proxies from closing an idle stream. */
const KEEP_ALIVE_MS = 15_000;

/**
 * Yields the steps of a task after a version, until a step makes it idle or the time is up. Yields `null` as a
 * keep-alive after a while without a step. A poll costs half a read unit; the steps are read only when the version has
 * changed.
 *
 * A step has the number of the task's version and is written in the same commit. So a follower misses and repeats no
 * step, even if several steps happen between two polls, and all followers see the same.
 *
 * See: A2A v1.0, sections 3.1.2, 3.1.6, 3.5.2 and 11.7 (a stream closes at a terminal or interrupted state).
 */
export async function* followTask(
  table: Table,
  seen: TaskIds & Pick<Task, 'version'>,
  { limitMs = A2A_STREAM_MS, keepAliveMs = KEEP_ALIVE_MS }: { limitMs?: number; keepAliveMs?: number } = {},
): AsyncGenerator<StreamResponse | null> {
  const started = Date.now();
  let version = seen.version;
  let lastSentAt = started;
  for (;;) {
    const current = await peekTask(table, seen.id);
    if (current !== undefined && current.version > version) {
      const steps = await taskSteps(table, seen.id, version, current.version);
      const messages = await findTaskMessages(table, seen.id, steps);
      for (const step of steps) {
        yield* updatesOf(seen, step, messages.get(step.messageId ?? ''));
        if (isIdle(step.state)) return;
      }
      version = current.version;
      lastSentAt = Date.now();
    }
    const elapsed = Date.now() - started;
    if (elapsed >= limitMs) return;
    if (Date.now() - lastSentAt >= keepAliveMs) {
      lastSentAt = Date.now();
      yield null;
    }
    await pause(Math.min(pollInterval(elapsed), limitMs - elapsed));
  }
}

/**
 * Waits for the first step after a version that makes the task idle, as long as a blocking call may take. Returns
 * `undefined` if there is none. It checks the steps and not the state at the time of a poll, because an interruption
 * may begin and end between two polls. Polls are eventually consistent: an older version, or no task, means nothing.
 *
 * See: A2A v1.0, section 3.2.2 (execution mode).
 */
export async function firstSettledStep(
  table: Table,
  seen: Pick<Task, 'id' | 'version'>,
  limitMs = A2A_BLOCKING_MS,
): Promise<StepHead | undefined> {
  const started = Date.now();
  let version = seen.version;
  for (;;) {
    const elapsed = Date.now() - started;
    if (elapsed >= limitMs) return undefined;
    const current = await peekTask(table, seen.id);
    if (current !== undefined && current.version > version) {
      const steps = await taskStepHeads(table, seen.id, version, current.version);
      const settled = steps.find(({ state }) => isIdle(state));
      if (settled !== undefined) return settled;
      version = current.version;
    }
    await pause(Math.min(pollInterval(elapsed), limitMs - elapsed));
  }
}
