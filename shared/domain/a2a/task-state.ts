import { z } from 'zod';

/**
 * The states of a task and every step that leads from one to another, as a table. There is no other state machine of
 * tasks in the service: whatever face a request comes in by, its step is looked up here.
 *
 * See: docs/contract/a2a.md#task-states; A2A v1.0, a2a.proto (`TaskState`).
 */
export const TASK_STATES = [
  'submitted',
  'working',
  'input_required',
  'auth_required',
  'completed',
  'failed',
  'canceled',
  'rejected',
] as const;

/** The same for wherever a state is read or shown. */
export const taskStateSchema = z
  .enum(TASK_STATES)
  .meta({ id: 'TaskState', description: 'The state of a task. The last four end it.' });

export type TaskState = (typeof TASK_STATES)[number];

/** What the target may set by a reply. */
export const REPLY_STATES = [
  'working',
  'input_required',
  'auth_required',
  'completed',
  'failed',
  'rejected',
] as const satisfies readonly TaskState[];

export type ReplyState = (typeof REPLY_STATES)[number];

/** What can happen to a task: the target replies with a state, the sender adds a message or cancels. */
export type TaskStep = `reply:${ReplyState}` | 'message' | 'cancel';

export const TASK_STEPS: readonly TaskStep[] = [
  ...REPLY_STATES.map((state): TaskStep => `reply:${state}`),
  'message',
  'cancel',
];

/** `ended`: the step is refused, because the task has ended. `same`: nothing changes, and that is no error. */
type TransitionResult = TaskState | 'ended' | 'same';

const REPLIES = {
  'reply:working': 'working',
  'reply:input_required': 'input_required',
  'reply:auth_required': 'auth_required',
  'reply:completed': 'completed',
  'reply:failed': 'failed',
  'reply:rejected': 'rejected',
} as const;

const ENDED = {
  'reply:working': 'ended',
  'reply:input_required': 'ended',
  'reply:auth_required': 'ended',
  'reply:completed': 'ended',
  'reply:failed': 'ended',
  'reply:rejected': 'ended',
  message: 'ended',
  cancel: 'ended',
} as const;

const TRANSITIONS: Readonly<Record<TaskState, Readonly<Record<TaskStep, TransitionResult>>>> = {
  submitted: { ...REPLIES, message: 'submitted', cancel: 'canceled' },
  working: { ...REPLIES, message: 'working', cancel: 'canceled' },
  // The sender's message is what the target has waited for.
  input_required: { ...REPLIES, message: 'working', cancel: 'canceled' },
  auth_required: { ...REPLIES, message: 'working', cancel: 'canceled' },
  completed: ENDED,
  failed: ENDED,
  canceled: { ...ENDED, cancel: 'same' },
  rejected: ENDED,
};

/** Where a step leads from a state. */
export function nextState(from: TaskState, step: TaskStep): TransitionResult {
  return TRANSITIONS[from][step];
}

/** Whether a task in this state has ended: nothing leads out of it. */
export function isTerminal(state: TaskState): boolean {
  return TRANSITIONS[state]['reply:working'] === 'ended';
}
