import type { Task, TaskAgent } from '#shared/data/entities/a2a/task.ts';
import type { StepHead } from '#shared/data/entities/a2a/task-step.ts';
import { isTerminal } from '#shared/domain/a2a/task-state.ts';
import type { Step } from './trace.ts';

/** The steps of a task: that it was sent, each change of its state and each message, and how it ended. */
export function taskSteps(task: Task, heads: readonly StepHead[]): Step[] {
  const { id, caller, worker, contextId, createdAt } = task;
  const sent: Step = {
    at: createdAt,
    kind: 'task',
    id,
    summary: `Task from @${caller.handle} to @${worker.handle}`,
    status: 'submitted',
    detail: { context_id: contextId, caller: agentOf(caller), worker: agentOf(worker) },
  };
  return [sent, ...heads.map((head) => stepOf(id, head))];
}

function stepOf(id: string, { at, seq, state, messageId }: StepHead): Step {
  const summary = `The task is ${state.replaceAll('_', ' ')}${messageId === null ? '' : ', with a message'}`;
  const kind = isTerminal(state) ? 'outcome' : 'task_step';
  return { at, kind, id, summary, status: state, detail: { sequence: seq, message_id: messageId } };
}

function agentOf({ identityId, handle }: TaskAgent) {
  return { identity_id: identityId, handle };
}
