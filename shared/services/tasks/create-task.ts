import { putPushConfig } from '#shared/data/entities/a2a/push-config.ts';
import { findTask, type Task } from '#shared/data/entities/a2a/task.ts';
import { insertTaskMessage, putTaskContent } from '#shared/data/entities/a2a/task-content.ts';
import { findSentMessage } from '#shared/data/entities/a2a/task-list.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { MAX_METADATA_BYTES, requireBytes } from '#shared/domain/a2a/content.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { holdTask, taskToHold } from './hold-task.ts';
import { contextOf, firstContent, firstMessage, type NewTask } from './new-task.ts';
import { firstPushConfig } from './push-target.ts';
import { locateWorker, requireReachable } from './require-reachable-agent.ts';
import { findRequestContext, stageTask, taskAgent } from './stage-task.ts';
import { buildViewAfterWrite, type TaskOutcome, viewTask, WRITE_BYTES } from './task-view.ts';

/**
 * Creates a task in the state `submitted`. One commit writes the task, its first message, the lists of both agents and
 * both organizations, and the event in the log of the worker's organization. A task to another organization may wait
 * for a person instead: then no task exists.
 *
 * See: docs/contract/a2a.md#tasks; docs/decisions/0010-a2a.md; docs/contract/approvals.md#tasks.
 */
export async function createTask(
  table: Table,
  caller: Identity,
  request: NewTask,
  bytes = WRITE_BYTES,
): Promise<TaskOutcome> {
  requireBytes(request.metadata ?? {}, MAX_METADATA_BYTES, 'metadata');
  // A message that was sent before creates nothing, whatever has become of the worker and the context since.
  const prepared = prepare(table, caller, request);
  prepared.catch(() => {});
  const repeated = request.messageId === undefined ? undefined : await taskOfMessage(table, caller, request);
  if (repeated !== undefined) return { kind: 'unchanged', view: await viewTask(table, repeated, { bytes }) };
  const { worker, known } = await prepared;
  const asked = { caller, worker, known, request };
  const waiting = await taskToHold(table, asked);
  if (waiting !== undefined) return holdTask(table, asked, waiting, bytes);

  const { content, contentBytes } = firstContent(request);
  return {
    kind: 'plan',
    plan: {
      build: (tx) => {
        // The lists of both organizations page by this time, so it must be unique in both.
        const createdAt = tx.nextTimestamp(caller.organizationId, worker.organizationId);
        const message = firstMessage(request, createdAt);
        const task = stageTask(tx, {
          id: makeId('task', createdAt, randomPart()),
          caller: taskAgent(caller),
          worker: taskAgent(worker),
          context: contextOf(asked, createdAt),
          isNewContext: known === undefined,
          message,
          content: request.content,
          hasMessageId: request.messageId !== undefined,
          hasPush: request.push !== undefined,
          contentBytes,
          createdAt,
          updatedAt: createdAt,
        });
        tx.countStored({ organizationId: caller.organizationId, bytes: task.messageBytes + contentBytes });
        tx.put(insertTaskMessage(task, message));
        if (request.push !== undefined) tx.put(putPushConfig(firstPushConfig(task.id, request.push)));
        if (contentBytes > 0) tx.put(putTaskContent(task, content));
        return buildViewAfterWrite(task, { content, earlier: [], message }, bytes);
      },
    },
  };
}

/** The worker of a new task, if the caller may reach it, and the context that the request names. */
async function prepare(table: Table, caller: Identity, request: NewTask) {
  const located = await locateWorker(table, caller, request.to);
  const [worker, known] = await allInOrder([
    requireReachable(table, caller, located),
    findRequestContext(table, caller.id, located.identityId, request),
  ]);
  return { worker, known };
}

/** The task that the caller's message created before. Throws if the message went to another worker. */
async function taskOfMessage(table: Table, caller: Identity, request: NewTask): Promise<Task | undefined> {
  const { to, messageId = '' } = request;
  const sent = await findSentMessage(table, caller.id, messageId);
  if (sent === undefined) return undefined;
  const task = await findTask(table, sent.taskId);
  if (task === undefined) throw new Error('the task of a message does not exist');
  const same = 'handle' in to ? task.worker.handle === to.handle : task.worker.identityId === to.identityId;
  if (!same) throw invalid('message_id', 'one that was not used with another agent');
  return task;
}
