import { describe, expect, test } from 'vitest';
import {
  isTerminal,
  nextState,
  REPLY_STATES,
  TASK_STATES,
  TASK_STEPS,
  type TaskState,
} from '#shared/domain/a2a/task-state.ts';

const OPEN: TaskState[] = ['submitted', 'working', 'input_required', 'auth_required'];
const TERMINAL: TaskState[] = ['completed', 'failed', 'canceled', 'rejected'];

/** The transitions of the contract (docs/contract/a2a.md#task-states), in another form than the table. */
function expected(from: TaskState, step: string): string {
  if (TERMINAL.includes(from)) return from === 'canceled' && step === 'cancel' ? 'same' : 'ended';
  if (step === 'cancel') return 'canceled';
  if (step === 'claim') return { submitted: 'working', working: 'same' }[from as string] ?? 'waiting';
  if (step === 'message') return from === 'input_required' || from === 'auth_required' ? 'working' : from;
  return step.replace('reply:', '');
}

describe('the states of a task', () => {
  test('A task has eight states, and half of them are terminal', () => {
    expect([...TASK_STATES].sort()).toEqual([...OPEN, ...TERMINAL].sort());
    for (const state of TASK_STATES) expect(isTerminal(state)).toBe(TERMINAL.includes(state));
  });

  test('The worker may set all states except `submitted` and `canceled`', () => {
    expect([...REPLY_STATES].sort()).toEqual(
      TASK_STATES.filter((state) => state !== 'submitted' && state !== 'canceled').sort(),
    );
  });

  describe.each([...TASK_STATES])('from %s', (from) => {
    test.each([...TASK_STEPS])(`The step %s from ${from} has the result of the contract`, (step) => {
      expect(nextState(from, step)).toBe(expected(from, step));
    });
  });

  test('No step changes a terminal state', () => {
    for (const from of TERMINAL)
      for (const step of TASK_STEPS) expect(['ended', 'same']).toContain(nextState(from, step));
  });

  test('All states can be reached from `submitted`', () => {
    const reached = new Set<TaskState>(['submitted']);
    for (const from of reached) {
      for (const step of TASK_STEPS) {
        const next = nextState(from, step);
        if (next !== 'ended' && next !== 'waiting' && next !== 'same') reached.add(next);
      }
    }
    expect(reached).toEqual(new Set(TASK_STATES));
  });
});
