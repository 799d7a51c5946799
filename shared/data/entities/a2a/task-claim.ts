import type { TaskState } from '#shared/domain/a2a/task-state.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { DAY, epochSeconds, secondsUntil, timestamp } from '#shared/domain/time/time.ts';
import { type Change, check, put, remove, removeAnyway, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { TABLE } from '../../table.ts';
import type { Key, Row } from '../../table-client.ts';
import { type Task, taskPartition } from './task.ts';

/**
 * A worker's right to work on a task, for a limited time. A task in the state `working` has one at most, and a task in
 * any other state has none: the step that moves it out of `working` removes the row.
 *
 * It has a row of its own, so that renewing it changes neither the task nor its version.
 *
 * See: docs/contract/a2a.md#claims; docs/decisions/0069-claims-of-tasks.md.
 */
export interface TaskClaim {
  claimId: string;
  /** When it ends, in epoch milliseconds. After that, another claim may replace it. */
  claimedUntil: number;
}

const decodeTaskClaim = rowDecoder<TaskClaim>({ claimId: 'string', claimedUntil: 'number' });

/**
 * How long an expired claim keeps its row. A worker that comes back late may still reply under it as long as no other
 * worker has claimed the task.
 */
const KEPT_MS = DAY;

function claimKey(taskId: string): Key {
  return { pk: taskPartition(taskId), sk: 'CLAIM' };
}

function timesOf(claimedUntil: number) {
  return { claimedUntil, [TABLE.timeToLive]: epochSeconds(claimedUntil + KEPT_MS) };
}

/** Claims a task that has no live claim. Otherwise the commit fails with `a2a.task_claimed`. */
export function insertTaskClaim(taskId: string, { claimId, claimedUntil }: TaskClaim, now: number): Change {
  const isFree = { expression: 'attribute_not_exists(pk) OR claimedUntil <= :now', values: { ':now': now } };
  return put({ ...claimKey(taskId), claimId, ...timesOf(claimedUntil) }, isFree, (found) => refusal(found, now));
}

/** Extends a claim, unless the task has another one or none. An expired one is extended too. */
export function renewTaskClaim(taskId: string, { claimId, claimedUntil }: TaskClaim, now: number): Change {
  return update(
    claimKey(taskId),
    { set: timesOf(claimedUntil) },
    { condition: isClaim(claimId), onConditionFailed: (found) => refusal(found, now) },
  );
}

/**
 * What a step to a state does to the claim of its task: a step under a claim succeeds only while the task has no other
 * one, and a step out of `working` ends any claim.
 */
export function claimChanges(
  task: Pick<Task, 'id' | 'state'>,
  { to, claimId, now }: { to: TaskState; claimId: string | undefined; now: number },
): Change[] {
  const key = claimKey(task.id);
  const onConditionFailed = (found: Row | undefined) => refusal(found, now);
  const ends = to !== 'working';
  if (claimId !== undefined) {
    const claim = isClaim(claimId);
    return [ends ? remove(key, onConditionFailed, claim) : check(key, claim, onConditionFailed)];
  }
  return ends && task.state === 'working' ? [removeAnyway(key)] : [];
}

function isClaim(claimId: string) {
  return { expression: 'claimId = :claim', values: { ':claim': claimId } };
}

/** The error for a claim that is not, or no longer, the one of its task. `found` is the claim that the task has. */
function refusal(found: Row | undefined, now: number): AppError {
  const until = found === undefined ? 0 : decodeTaskClaim(found).claimedUntil;
  if (until <= now) return new AppError('a2a.task_claimed', 'The claim has ended. Claim the task again.');
  return new AppError('a2a.task_claimed', `Another worker has claimed the task until ${timestamp(until)}.`, {
    retryAfterSeconds: secondsUntil(until, now),
  });
}
