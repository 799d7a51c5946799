import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { contentOfText } from '#shared/domain/a2a/content.ts';
import { type DraftMessage, loadHistory, requireStep, stageStep } from './advance-task.ts';
import { loadTaskInRole } from './load-task.ts';
import { appendCanceled } from './task-events.ts';
import { buildViewAfterWrite, type TaskOutcome, viewTask, WRITE_BYTES } from './task-view.ts';

/**
 * The caller cancels its task. A reason becomes the last message. Canceling a canceled task changes nothing.
 *
 * See: docs/contract/a2a.md#tasks.
 */
export async function cancelTask(
  table: Table,
  caller: Identity,
  taskId: string,
  { reason }: { reason?: string },
  bytes = WRITE_BYTES,
): Promise<TaskOutcome> {
  const task = await loadTaskInRole(table, caller, taskId, 'caller');
  const state = requireStep(task, 'cancel');
  if (state === 'same') return { kind: 'unchanged', view: await viewTask(table, task, { bytes }) };
  const before = await loadHistory(table, task, bytes);
  const draft: DraftMessage | null =
    reason === undefined ? null : { role: 'caller', content: contentOfText(reason, 'reason') };
  return {
    kind: 'plan',
    plan: {
      build: (tx) => {
        const { next, message } = stageStep(tx, task, { state, draft });
        appendCanceled(tx, next);
        return buildViewAfterWrite(next, { ...before, message }, bytes);
      },
    },
  };
}
