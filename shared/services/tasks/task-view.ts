import type { Task, TaskAgent } from '#shared/data/entities/a2a/task.ts';
import {
  findTaskContent,
  type MessageBounds,
  messageBytes,
  NO_CONTENT,
  newestTaskMessages,
  type TaskContent,
  type TaskMessage,
} from '#shared/data/entities/a2a/task-content.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { Plan } from '#shared/data/transaction-builder.ts';
import { ReadableContent } from '#shared/domain/a2a/readable-content.ts';
import type { ApprovalStatus } from '#shared/domain/approval/approval.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { MAX_TIME } from '#shared/domain/ids/ids.ts';
import { seenText } from '#shared/domain/safe-reading/seen-value.ts';

/** A task with as many of its messages as a response has room for, with its texts as a person sees them. */
export interface TaskView {
  task: Task;
  /** Metadata, result, artifacts; null if the response has no room for them. */
  content: TaskContent | null;
  /** The newest messages that the response has room for, oldest first. `task.messageCount` counts all of them. */
  messages: TaskMessage[];
  /** The approval of a task that was held, and does not exist. */
  held?: HeldStatus;
}

/** Where the approval of a held task is. */
export interface HeldStatus {
  readonly approvalId: string;
  readonly status: ApprovalStatus;
  /** Why it was denied or has failed. */
  readonly reason: string | null;
}

/**
 * The result of a use case: an unchanged task (a repeated message, a repeated cancellation), or a plan that returns the
 * changed task.
 */
export type TaskOutcome = { kind: 'unchanged'; view: TaskView } | { kind: 'plan'; plan: Plan<TaskView> };

/**
 * The sizes of responses in bytes. The result of a function is limited to 6 MB and contains JSON within JSON, which
 * doubles each escaped character. The response of a write must also fit, encrypted, into its idempotency record (400
 * KB).
 *
 * See: AWS Lambda quotas; DynamoDB quotas.
 */
export const READ_BYTES = 2.5 * 1024 * 1024;
export const LIST_BYTES = 2 * 1024 * 1024;
export const WRITE_BYTES = 288 * 1024;

/**
 * A task as its readers see it. The content comes first, the messages fill the remaining bytes. Messages that are newer
 * than the row that was read are left out: they belong to a later state.
 */
export async function viewTask(table: Table, task: Task, bounds: MessageBounds): Promise<TaskView> {
  const shown = task.contentBytes <= bounds.bytes;
  const bytes = bounds.bytes - (shown ? task.contentBytes : 0);
  const before = Math.min(bounds.before ?? MAX_TIME, task.updatedAt + 1);
  const [content, messages] = await Promise.all([
    !shown
      ? null
      : task.contentBytes === 0
        ? NO_CONTENT
        : findTaskContent(table, task.id).then(({ content }) => content),
    newestTaskMessages(table, task, { ...bounds, bytes, before }),
  ]);
  return readableView({ task, content, messages }, bounds.bytes);
}

/** A task after a write. The new message comes first, then the content, then the earlier messages. */
export function buildViewAfterWrite(
  task: Task,
  { content, earlier, message }: { content: TaskContent; earlier: readonly TaskMessage[]; message: TaskMessage | null },
  bytes: number,
): TaskView {
  let left = bytes;
  const messages: TaskMessage[] = [];
  if (message !== null) {
    left -= messageBytes(message);
    messages.push(message);
  }
  const shown = task.contentBytes <= left;
  if (shown) left -= task.contentBytes;
  for (const previous of [...earlier].reverse()) {
    left -= messageBytes(previous);
    if (left < 0) break;
    messages.unshift(previous);
  }
  return readableView({ task, content: shown ? content : null, messages }, bytes);
}

/** Takes out what no person sees. What was sent fills what the view leaves of its bytes, the newest first. */
function readableView({ task, content, messages }: TaskView, bytes: number): TaskView {
  const used = () =>
    messages.reduce((sum, message) => sum + messageBytes(message), content === null ? 0 : task.contentBytes);
  const readable = new ReadableContent(() => bytes - used());
  const shown = messages.toReversed().map((message) => readableMessage(message, readable));
  return {
    task: { ...task, caller: readableAgent(task.caller), worker: readableAgent(task.worker) },
    messages: shown.reverse(),
    content: content && { ...readable.outcome(content), artifacts: readable.artifacts(content.artifacts) },
  };
}

/** A message with its texts as a person sees them. */
export function readableMessage(message: TaskMessage, readable: ReadableContent): TaskMessage {
  return { ...message, parts: readable.parts(message.parts), extras: readable.extras(message.extras) };
}

function readableAgent(agent: TaskAgent): TaskAgent {
  return { ...agent, displayName: seenText(agent.displayName) };
}

const MAX_CONCURRENT_READS = 16;

/** Several tasks, each with an equal share of the bytes. */
export async function viewTasks(
  table: Table,
  tasks: readonly Task[],
  bounds: MessageBounds = { bytes: LIST_BYTES },
): Promise<TaskView[]> {
  const bytes = Math.floor(bounds.bytes / Math.max(1, tasks.length));
  return mapWithLimit(tasks, MAX_CONCURRENT_READS, (task) => viewTask(table, task, { ...bounds, bytes }));
}
