import { protocolState } from '#shared/contract/schemas/a2a-protocol.ts';
import type { Task } from '#shared/data/entities/a2a/task.ts';
import type { TaskContent, TaskMessage } from '#shared/data/entities/a2a/task-content.ts';
import type { StepRecord } from '#shared/data/entities/a2a/task-step.ts';
import type { Artifact, Part } from '#shared/domain/a2a/content.ts';
import { NO_ROOM, ReadableContent } from '#shared/domain/a2a/readable-content.ts';
import type { TaskState } from '#shared/domain/a2a/task-state.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { type HeldStatus, readableMessage, type TaskView } from '../tasks/task-view.ts';

/**
 * Converts tasks to the objects of the protocol. See: A2A v1.0, a2a.proto (`Task` and its members); A2A v1.0, sections
 * 5.5 and 5.6.
 */

/** The task of a message or an update. */
export type TaskIds = Pick<Task, 'id' | 'contextId' | 'clientContextId'>;

/** The id of a task's context that the client knows. */
function shownContextId({ contextId, clientContextId = contextId }: TaskIds): string {
  return clientContextId;
}

/** Whether a task is in the context that its client names, by the client's id or by ours. */
export function isInContext(task: Pick<Task, 'contextId' | 'clientContextId'>, contextId: string): boolean {
  return contextId === task.contextId || contextId === task.clientContextId;
}

export interface TaskObjectOptions {
  /** The maximum of messages in the history. `undefined`: as many as the response has room for. */
  historyLength?: number;
  artifacts: boolean;
}

export function taskObject(
  { task, content, messages, held }: TaskView,
  { historyLength, artifacts }: TaskObjectOptions,
) {
  const history = historyLength === undefined ? messages : messages.slice(Math.max(0, messages.length - historyLength));
  const metadata = {
    ...content?.metadata,
    ...(held && { [HELD]: { approvalId: held.approvalId, status: held.status } }),
  };
  return {
    id: task.id,
    contextId: shownContextId(task),
    status:
      held === undefined ? statusObject(task, task.state, task.updatedAt, messages.at(-1)) : heldStatus(task, held),
    ...(artifacts && content !== null && { artifacts: artifactsOf(content) }),
    ...(historyLength !== 0 && { history: history.map((message) => messageObject(task, message)) }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

/** Where the metadata of a held task have its approval. */
const HELD = 'aid.approval';

/** The status of a task that was held. The message is the service's, for clients that know nothing of approvals. */
function heldStatus(task: Task, { approvalId, status, reason }: HeldStatus) {
  const why = reason === null ? '' : ` ${reason}`;
  const text =
    status === 'pending'
      ? `A person of the sender’s organization has to approve this task (${approvalId}). The agent has not got it.`
      : `The task was not sent: its approval is ${status} (${approvalId}).${why}`;
  const message = {
    messageId: approvalId,
    contextId: shownContextId(task),
    taskId: task.id,
    role: 'ROLE_AGENT',
    parts: [{ text }],
  };
  return { state: protocolState(task.state), message, timestamp: timestamp(task.updatedAt) };
}

/** The status includes the message of the last step if the worker wrote it. */
function statusObject(task: TaskIds, state: TaskState, at: number, newest: TaskMessage | undefined) {
  const message = newest?.role === 'worker' && newest.createdAt === at ? newest : undefined;
  return {
    state: protocolState(state),
    ...(message && { message: messageObject(task, message) }),
    timestamp: timestamp(at),
  };
}

function messageObject(task: TaskIds, { messageId, role, parts, extras }: TaskMessage) {
  return {
    messageId,
    contextId: shownContextId(task),
    taskId: task.id,
    role: role === 'caller' ? 'ROLE_USER' : 'ROLE_AGENT',
    parts: parts.map(partObject),
    ...extras,
  };
}

function partObject({ mediaType, filename, metadata, ...content }: Part) {
  return {
    ...content,
    ...(metadata && { metadata }),
    ...(filename !== undefined && { filename }),
    ...(mediaType !== undefined && { mediaType }),
  };
}

/** The artifact with a task's result, for which the protocol has no field. */
const RESULT_ARTIFACT = 'result';

function artifactsOf({ artifacts, result }: Pick<TaskContent, 'artifacts' | 'result'>) {
  const objects = artifacts.map(artifactObject);
  const isIdTaken = artifacts.some(({ artifactId }) => artifactId === RESULT_ARTIFACT);
  return result === null || result === undefined || isIdTaken ? objects : [...objects, resultObject(result)];
}

function artifactObject({ parts, ...artifact }: Artifact) {
  return { ...artifact, parts: parts.map(partObject) };
}

function resultObject(result: unknown) {
  const part = typeof result === 'string' ? { text: result } : { data: result, mediaType: 'application/json' };
  return { artifactId: RESULT_ARTIFACT, name: 'Result', parts: [part] };
}

/** A `StreamResponse` of the protocol, which has exactly one member. */
export type StreamResponse =
  Record<'task' | 'statusUpdate' | 'artifactUpdate', object> extends infer All
    ? { [K in keyof All]: Pick<All, K> }[keyof All]
    : never;

/**
 * The updates that followers of a task get for a step: its artifacts, then the new status. The texts are as a person
 * sees them; as they were sent, they are in the task.
 */
export function updatesOf(task: TaskIds, step: StepRecord, message: TaskMessage | undefined): StreamResponse[] {
  const taskId = task.id;
  const contextId = shownContextId(task);
  const readable = new ReadableContent(NO_ROOM);
  const { result } = readable.outcome({ result: step.result, metadata: {} });
  const stepArtifacts = artifactsOf({ artifacts: readable.artifacts(step.artifacts), result });
  const shown = message && readableMessage(message, readable);
  return [
    ...stepArtifacts.map((artifact) => ({
      artifactUpdate: { taskId, contextId, artifact, append: false, lastChunk: true },
    })),
    { statusUpdate: { taskId, contextId, status: statusObject(task, step.state, step.at, shown) } },
  ];
}
