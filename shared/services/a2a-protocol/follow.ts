import { peekTask, type Task } from '../../data/entities/task.ts';
import { findTaskMessages } from '../../data/entities/task-content.ts';
import { type StepRecord, taskSteps } from '../../data/entities/task-step.ts';
import type { Table } from '../../data/table-client.ts';
import { isTerminal, type TaskState } from '../../domain/a2a/task-state.ts';
import { pollInterval } from '../../domain/poll-interval.ts';
import { type StreamResponse, type TaskPlace, updatesOf } from './task-object.ts';

/** A task that waits for its sender. See: A2A v1.0, a2a.proto (`TaskState`, interrupted states). */
const INTERRUPTED: ReadonlySet<TaskState> = new Set(['input_required', 'auth_required']);

/** Whether the agent has nothing more to say for now: the task has ended, or waits for its sender. */
export function isIdle(state: TaskState): boolean {
  return isTerminal(state) || INTERRUPTED.has(state);
}

/** How long a stream stays open. The client comes back by SubscribeToTask. */
export const STREAM_MS = 120_000;
/** How long SendMessage waits for a task to settle, unless it is to return at once. */
export const BLOCKING_MS = 25_000;
/** A line that says nothing, so that whoever stands between does not take the stream for dead. */
const KEEP_ALIVE_MS = 15_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * What becomes of a task after it was seen at a version, step by step, until a step settles it or the time is up; `null`
 * where there is nothing to tell for a while. A look costs half a read unit; only a task that has moved is read.
 *
 * Steps are numbered by the task's version and written with it, so none is left out, doubled or out of order, however
 * many were taken between two looks, and each follower sees the same.
 *
 * See: A2A v1.0, sections 3.1.2, 3.1.6, 3.5.2 and 11.7 (a stream closes at a terminal or interrupted state).
 */
export async function* followTask(
  table: Table,
  seen: TaskPlace & Pick<Task, 'version'>,
  { limitMs = STREAM_MS, keepAliveMs = KEEP_ALIVE_MS }: { limitMs?: number; keepAliveMs?: number } = {},
): AsyncGenerator<StreamResponse | null> {
  const started = Date.now();
  let version = seen.version;
  let lastSentAt = started;
  for (;;) {
    const now = await peekTask(table, seen.id);
    if (now !== undefined && now.version > version) {
      const steps = await taskSteps(table, seen.id, version, now.version);
      const messages = await findTaskMessages(table, seen.id, steps);
      for (const step of steps) {
        yield* updatesOf(seen, step, messages.get(step.messageId ?? ''));
        if (isIdle(step.state)) return;
      }
      version = now.version;
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
 * Waits for the step after a version that settles a task, for as long as a blocking call may take; undefined when no
 * step did. The steps decide, not the state at the moment of a poll: an interruption that was answered between two polls
 * is found as well. A poll is cheap because it may lag: one that shows an older version, or no task, says nothing.
 *
 * See: A2A v1.0, section 3.2.2 (execution mode).
 */
export async function firstSettledStep(
  table: Table,
  seen: Pick<Task, 'id' | 'version'>,
  limitMs = BLOCKING_MS,
): Promise<StepRecord | undefined> {
  const started = Date.now();
  let version = seen.version;
  for (;;) {
    const elapsed = Date.now() - started;
    if (elapsed >= limitMs) return undefined;
    const now = await peekTask(table, seen.id);
    if (now !== undefined && now.version > version) {
      const steps = await taskSteps(table, seen.id, version, now.version);
      const settled = steps.find(({ state }) => isIdle(state));
      if (settled !== undefined) return settled;
      version = now.version;
    }
    await pause(Math.min(pollInterval(elapsed), limitMs - elapsed));
  }
}
