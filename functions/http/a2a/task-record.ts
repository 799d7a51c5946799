import type { z } from 'zod';
import type { taskSchema } from '#shared/contract/schemas/a2a-task-record.ts';
import type { TaskAgent } from '#shared/data/entities/a2a/task.ts';
import type { TaskMessage } from '#shared/data/entities/a2a/task-content.ts';
import type { Artifact } from '#shared/domain/a2a/content.ts';
import { timestamp, timestampOrNull } from '#shared/domain/time/time.ts';
import { reply, write } from '#shared/runtime/pipeline/operation.ts';
import type { TaskOutcome, TaskView } from '#shared/services/tasks/task-view.ts';
import { partRecord } from './part-record.ts';

/** A task in the form of the API. See: docs/contract/a2a.md#task-record. */
export function taskRecord({ task, content, messages, held }: TaskView): z.input<typeof taskSchema> {
  return {
    id: task.id,
    context_id: task.contextId,
    state: task.state,
    ...(held?.status === 'pending' && { status: 'held' as const }),
    ...(held !== undefined && { approval_id: held.approvalId }),
    caller: agentRecord(task.caller),
    worker: agentRecord(task.worker),
    messages: messages.map(messageRecord),
    message_count: task.messageCount,
    ...(content === null ? {} : { artifacts: content.artifacts.map(artifactRecord) }),
    artifact_count: task.artifactCount,
    ...(content === null ? {} : { result: content.result, metadata: content.metadata }),
    created_at: timestamp(task.createdAt),
    updated_at: timestamp(task.updatedAt),
    completed_at: timestampOrNull(task.completedAt),
  };
}

/** Converts the result of a use case. An unchanged task, after a repeated request, is a 200. One that is held: 202. */
export function taskReply(outcome: TaskOutcome) {
  if (outcome.kind === 'unchanged') return replyOf(outcome.view, 200);
  const { plan } = outcome;
  return write((tx) => replyOf(plan.build(tx)));
}

function replyOf(view: TaskView, status?: 200) {
  return reply(taskRecord(view), { status: view.held?.status === 'pending' ? 202 : status });
}

function agentRecord({ identityId, handle, displayName }: TaskAgent) {
  return { identity_id: identityId, handle, display_name: displayName };
}

function messageRecord({ id, messageId, role, parts, createdAt }: TaskMessage) {
  return { id, message_id: messageId, role, parts: parts.map(partRecord), created_at: timestamp(createdAt) };
}

function artifactRecord({ artifactId, name, description, parts, metadata }: Artifact) {
  return {
    artifact_id: artifactId,
    name: name ?? null,
    description: description ?? null,
    parts: parts.map(partRecord),
    metadata: metadata ?? {},
  };
}
