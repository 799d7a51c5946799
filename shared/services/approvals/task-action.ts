import { findTaskContent, findTaskMessages, type TaskMessage } from '#shared/data/entities/a2a/task-content.ts';
import type { TaskContext } from '#shared/data/entities/a2a/task-context.ts';
import { findSentMessage } from '#shared/data/entities/a2a/task-list.ts';
import type { Approval } from '#shared/data/entities/approval/approval.ts';
import { checkUnchanged, type Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { Content } from '#shared/domain/a2a/content.ts';
import type { HeldTask } from '#shared/domain/approval/held-task.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { timeOfId } from '#shared/domain/ids/ids.ts';
import { heldTaskOf } from '../tasks/held-task.ts';
import { requireReachableAgent } from '../tasks/require-reachable-agent.ts';
import { findRequestContext, stageTask, taskAgent } from '../tasks/stage-task.ts';
import { taskHash } from '../tasks/task-hash.ts';
import type { ActionKind, Refusal } from './effect.ts';

/** A held task: approved, it exists, and its worker learns of it. Until then no release finds a task. */
export const taskAction: ActionKind = {
  async approve({ table }, approval, { identity }) {
    const held = heldTaskOf(approval);
    const { sentMessageId } = held;
    const [message, { content: others }, sent, reached] = await allInOrder([
      heldMessage(table, approval),
      findTaskContent(table, approval.subjectId),
      sentMessageId === undefined ? undefined : findSentMessage(table, identity.id, sentMessageId),
      reach(table, identity, held),
    ]);
    if ('refused' in reached) return reached;
    if (sent !== undefined) return { refused: 'The message was sent already.' };
    const { parts, extras } = message;
    if (taskHash(held, { parts, extras, metadata: others.metadata }) !== approval.contentHash) {
      return { refused: 'The content of the task has changed.' };
    }
    const { worker, known } = reached;
    return {
      contentHash: approval.contentHash,
      stage: (tx) => {
        tx.put(checkUnchanged(worker));
        stageTask(tx, {
          id: approval.subjectId,
          caller: taskAgent(identity),
          worker: taskAgent(worker),
          context: known ?? newContextOf(held),
          isNewContext: known === undefined,
          message,
          content: { parts, extras, text: textOf(held, message) },
          hasMessageId: sentMessageId !== undefined,
          hasPush: held.pushUrl !== null,
          contentBytes: held.contentBytes,
          createdAt: timeOfId('task', approval.subjectId),
          // The time of the event in the log of the worker's organization.
          updatedAt: tx.nextTimestamp(identity.organizationId, worker.organizationId),
        });
      },
    };
  },

  // A task that was not approved does not exist. Its message stays, for its caller.
  end: async () => () => {},
};

/** The message that the task is asked for with. */
async function heldMessage(table: Table, approval: Approval): Promise<TaskMessage> {
  const { messageId } = heldTaskOf(approval);
  const message = (await findTaskMessages(table, approval.subjectId, [{ messageId }])).get(messageId);
  if (message === undefined) throw new Error(`the held task ${approval.subjectId} has no message`);
  return message;
}

/** The worker and the context, if the caller may still reach both. */
async function reach(
  table: Table,
  caller: Identity,
  { worker, contextId, isNewContext, clientContextId }: HeldTask,
): Promise<{ readonly worker: Identity; readonly known: TaskContext | undefined } | Refusal> {
  const named =
    clientContextId === undefined ? { contextId: isNewContext ? undefined : contextId } : { clientContextId };
  try {
    const [reached, known] = await allInOrder([
      requireReachableAgent(table, caller, { identityId: worker.identityId }),
      findRequestContext(table, caller.id, worker.identityId, named),
    ]);
    return { worker: reached, known };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { refused: 'The agent does not exist any more, is suspended, or does not accept tasks of this one.' };
  }
}

function newContextOf({ caller, worker, contextId, clientContextId }: HeldTask): TaskContext {
  const between: TaskContext['between'] = [caller.identityId, worker.identityId];
  return { id: contextId, between, ...(clientContextId !== undefined && { clientId: clientContextId }) };
}

/** The text that was sent instead of parts. */
function textOf({ isText }: HeldTask, { parts }: TaskMessage): Content['text'] {
  const [first] = parts;
  return isText && first !== undefined && 'text' in first ? first.text : null;
}
