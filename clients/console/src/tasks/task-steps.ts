import type { Task, TaskMessage, TaskState } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';

/** Something that happened to a task: a message, or a change of its state. */
export interface TaskStep {
  readonly at: string;
  readonly message?: TaskMessage;
  readonly state?: TaskState;
}

/** More state changes than any task has. */
const MAX_CHANGES = 200;

/** The states that a task has been in, from the log. The task itself has only the current one. */
export async function readStates(id: string, signal: AbortSignal): Promise<readonly TaskStep[]> {
  const events = await aidOfSession().events.list({ aggregate_id: id, limit: MAX_CHANGES }, { signal }).firstPage();
  return events.flatMap(({ created_at: at, payload }) => {
    const { state } = payload as { state?: TaskState };
    return state === undefined ? [] : [{ at, state }];
  });
}

/** What happened to a task, in order. An event with the same state as the one before is not a change. */
export function stepsOf(task: Task, messages: readonly TaskMessage[], states: readonly TaskStep[]): TaskStep[] {
  const ordered = states.toSorted((one, other) => one.at.localeCompare(other.at));
  const all = [
    { at: task.created_at, state: 'submitted' as TaskState },
    ...ordered,
    { at: task.updated_at, state: task.state },
  ];
  const changes = all.filter(({ state }, index) => index === 0 || state !== all[index - 1]?.state);
  const said = messages.map((message) => ({ at: message.created_at, message }));
  return [...said, ...changes].sort((one, other) => one.at.localeCompare(other.at));
}
