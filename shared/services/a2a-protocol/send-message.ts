import type { z } from 'zod';
import type { sendMessageSchema } from '#shared/contract/schemas/a2a-protocol.ts';
import { findContext } from '#shared/data/entities/a2a/task-context.ts';
import { findSentMessage } from '#shared/data/entities/a2a/task-list.ts';
import { type Content, contentOf, type MessageExtras, type Part } from '#shared/domain/a2a/content.ts';
import { invalidParams } from '#shared/domain/a2a/protocol-error.ts';
import { isTerminal } from '#shared/domain/a2a/task-state.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import { addMessage } from '../tasks/add-message.ts';
import { createTask } from '../tasks/create-task.ts';
import { loadTask } from '../tasks/load-task.ts';
import { READ_BYTES, type TaskView, viewTask } from '../tasks/task-view.ts';
import { type Call, requireTask } from './call.ts';
import { executePlan } from './execute-plan.ts';
import { firstSettledStep, isIdle } from './follow.ts';
import { beginBlockingSend } from './long-call.ts';
import { withProtocolErrors } from './protocol-errors.ts';
import { createPushConfig, pushTargetOf } from './push-configs.ts';
import { isInContext } from './task-object.ts';

export type SendMessage = z.output<typeof sendMessageSchema>;

/**
 * Sends a message. Returns the task once it is idle, or immediately if the client asks for that or too many calls of
 * its organization wait already: the message has been sent, and the client reads the task as it does after the wait.
 */
export async function sendMessage(call: Call, request: SendMessage): Promise<TaskView> {
  const view = await send(call, request);
  if (request.configuration?.returnImmediately === true || isIdle(view.task.state)) return view;
  const longCall = await beginBlockingSend(call);
  if (longCall === undefined) return view;
  try {
    return await settledView(call, view, request);
  } finally {
    await longCall.end();
  }
}

async function settledView(call: Call, view: TaskView, request: SendMessage): Promise<TaskView> {
  const settled = await firstSettledStep(call.table, view.task);
  const task = await requireTask(call, view.task.id);
  // The task as the step left it: a later message may have made it work again, which is no reply to this message.
  const shown = settled === undefined ? task : { ...task, state: settled.state, updatedAt: settled.at };
  const shownView = await viewTask(call.table, shown, viewBounds(request.configuration?.historyLength));
  await call.confirmAccess();
  return shownView;
}

/**
 * Adds a message to the task that it names, or creates a task. A repeated message, which has the same id, changes
 * nothing; the result is the task as it is.
 *
 * See: A2A v1.0, sections 3.1.1, 3.3.1 and 3.4.
 */
export async function send(call: Call, request: SendMessage): Promise<TaskView> {
  const { taskId } = request.message;
  return taskId === undefined ? startTask(call, request) : continueTask(call, taskId, request);
}

async function startTask(call: Call, { message, configuration, metadata }: SendMessage): Promise<TaskView> {
  const { table, caller, targetId, baseUrl } = call;
  const { contextId, messageId } = message;
  const push = await pushTargetOf(call, configuration?.taskPushNotificationConfig, PUSH_FIELD);
  // An id without our format is the client's, and is valid between these two agents only.
  const context =
    contextId === undefined || isId('context', contextId) ? { contextId } : { clientContextId: contextId };
  const create = () => {
    const to = { identityId: targetId };
    const content = toContent(message);
    const task = { to, content, ...context, messageId, metadata, push, baseUrl, now: Date.now() };
    return createTask(table, caller, task, READ_BYTES);
  };
  try {
    return await withProtocolErrors({}, () => executePlan(call, create));
  } catch (error) {
    // An unreachable agent is a URL that does not exist: 404. An unknown context is an invalid parameter.
    const absent = error instanceof AppError && error.code === 'resource.not_found';
    if (absent && context.contextId !== undefined && !(await hasContext(call, context.contextId))) {
      throw UNKNOWN_CONTEXT();
    }
    throw error;
  }
}

async function continueTask(call: Call, taskId: string, { message, configuration }: SendMessage): Promise<TaskView> {
  const { table, caller } = call;
  const { contextId, messageId } = message;
  const task = await requireTask(call, taskId);
  if (contextId !== undefined && !isInContext(task, contextId)) {
    throw invalidParams('message.contextId', 'the context of the task, or none');
  }
  const content = await withProtocolErrors({}, async () => toContent(message));
  const push = configuration?.taskPushNotificationConfig;
  // Created before the message, so that its receiver gets everything that follows, and with the message's id by
  // default. Not for a repeated message: it would replace the configuration and lose its pending notifications.
  const isNew = async () => (await findSentMessage(table, caller.id, messageId)) === undefined;
  if (push !== undefined && !isTerminal(task.state) && (await isNew())) {
    await createPushConfig(call, taskId, { ...push, id: push.id ?? messageId }, PUSH_FIELD);
  }
  const refusals = { 'a2a.task_terminal': 'UNSUPPORTED_OPERATION', 'resource.not_found': 'TASK_NOT_FOUND' } as const;
  return withProtocolErrors(refusals, () =>
    executePlan(call, () => addMessage(table, caller, taskId, { content, messageId }, READ_BYTES)),
  );
}

const PUSH_FIELD = 'configuration.taskPushNotificationConfig.';

function toContent({ parts, metadata, extensions, referenceTaskIds }: SendMessage['message']): Content {
  const extras: MessageExtras = {
    ...(metadata && { metadata }),
    ...(extensions && { extensions }),
    ...(referenceTaskIds && { referenceTaskIds }),
  };
  return contentOf(parts as Part[], Object.keys(extras).length === 0 ? null : extras, 'message.parts');
}

const UNKNOWN_CONTEXT = () =>
  invalidParams('message.contextId', 'one of your contexts with this agent, a new id, or none');

async function hasContext({ table, caller, targetId }: Call, contextId: string): Promise<boolean> {
  const between: readonly string[] = (await findContext(table, contextId))?.between ?? [];
  return between.includes(caller.id) && between.includes(targetId);
}

/** How much of a task is read. The newest message is always read, because the status may include it. */
function viewBounds(historyLength: number | undefined) {
  return { bytes: READ_BYTES, limit: historyLength === undefined ? undefined : Math.max(1, historyLength) };
}

/** The caller's task as it is now. */
export async function viewOf({ table, caller }: Call, taskId: string, historyLength?: number): Promise<TaskView> {
  const reader = { organizationId: caller.organizationId, identityId: caller.id };
  return withProtocolErrors({ 'resource.not_found': 'TASK_NOT_FOUND' }, () =>
    loadTask(table, reader, taskId, { ...viewBounds(historyLength), now: Date.now() }),
  );
}
