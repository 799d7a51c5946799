import type { Identity } from '../../data/entities/identity.ts';
import type { Table } from '../../data/table-client.ts';
import { contentOfText } from '../../domain/a2a/content.ts';
import { clocksOfStep, loadBefore, requireStep, type Said, stageStep } from './advance-task.ts';
import { taskToActOn } from './load-task.ts';
import { appendCanceled } from './task-events.ts';
import { type TaskOutcome, viewTask, viewWritten, WRITE_BYTES } from './task-view.ts';

/**
 * The sender calls its task off. A reason is its last message. Cancelling what was cancelled changes nothing.
 *
 * Rule: shapes, A2A.
 */
export async function cancelTask(
  table: Table,
  caller: Identity,
  taskId: string,
  { reason }: { reason?: string },
  bytes = WRITE_BYTES,
): Promise<TaskOutcome> {
  const task = await taskToActOn(table, caller, taskId, 'caller');
  const state = requireStep(task, 'cancel');
  if (state === 'same') return { kind: 'standing', view: await viewTask(table, task, { bytes }) };
  const before = await loadBefore(table, task, bytes);
  const said: Said | null = reason === undefined ? null : { role: 'caller', content: contentOfText(reason, 'reason') };
  return {
    kind: 'plan',
    plan: {
      clocks: clocksOfStep(task),
      stage: (staging) => {
        const { next, message } = stageStep(staging, task, state, said);
        appendCanceled(staging, next);
        return viewWritten(next, { ...before, message }, bytes);
      },
    },
  };
}
