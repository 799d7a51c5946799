import { z } from 'zod';

/**
 * The states of a task, and a table of all steps from one state to another. It is the only state machine of tasks: all
 * APIs and protocol bindings look up their steps here.
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

/** The schema of a state. */
export const taskStateSchema = z
  .enum(TASK_STATES)
  .meta({ id: 'TaskState', description: 'The state of a task. The last four end it.' });

export type TaskState = (typeof TASK_STATES)[number];

/** The states that the worker may set with a reply. */
export const REPLY_STATES = [
  'working',
  'input_required',
  'auth_required',
  'completed',
  'failed',
  'rejected',
] as const satisfies readonly TaskState[];

export type ReplyState = (typeof REPLY_STATES)[number];

/**
 * A step of a task: the worker claims it or replies with a state, or the caller adds a message or cancels the task.
 */
export type TaskStep = `reply:${ReplyState}` | 'claim' | 'message' | 'cancel';

export const TASK_STEPS: readonly TaskStep[] = [
  ...REPLY_STATES.map((state): TaskStep => `reply:${state}`),
  'claim',
  'message',
  'cancel',
];

/**
 * `ended`, `waiting`: the step is refused, because the task has ended or waits for its caller. `same`: the state does
 * not change, which is not an error.
 */
type TransitionResult = TaskState | 'ended' | 'waiting' | 'same';

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
  claim: 'ended',
  message: 'ended',
  cancel: 'ended',
} as const;

const TRANSITIONS: Readonly<Record<TaskState, Readonly<Record<TaskStep, TransitionResult>>>> = {
  submitted: { ...REPLIES, claim: 'working', message: 'submitted', cancel: 'canceled' },
  working: { ...REPLIES, claim: 'same', message: 'working', cancel: 'canceled' },
  // The worker has waited for a message of the caller.
  input_required: { ...REPLIES, claim: 'waiting', message: 'working', cancel: 'canceled' },
  auth_required: { ...REPLIES, claim: 'waiting', message: 'working', cancel: 'canceled' },
  completed: ENDED,
  failed: ENDED,
  canceled: { ...ENDED, cancel: 'same' },
  rejected: ENDED,
};

/** The result of a step in a state. */
export function nextState(from: TaskState, step: TaskStep): TransitionResult {
  return TRANSITIONS[from][step];
}

/** Whether a task in this state has ended, so that no step changes it. */
export function isTerminal(state: TaskState): boolean {
  return TRANSITIONS[state]['reply:working'] === 'ended';
}
