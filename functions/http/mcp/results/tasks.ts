import type { z } from 'zod';
import type { taskSchema } from '#shared/contract/schemas/a2a-task.ts';
import { cutRecord, fitItems } from './fit.ts';
import { partsText } from './parts-text.ts';
import type { ResultRecord, ResultValue, ToolResult } from './result-record.ts';
import { toolResult } from './tool-result.ts';
import { manyLines, UntrustedContent } from './untrusted.ts';

export type Task = z.output<typeof taskSchema>;
type TaskMessage = Task['messages'][number];

/** The tokens of a task in a list, of a message that is read, and of the result and the artifacts together. */
const LIST_TOKENS = 400;
const MESSAGE_TOKENS = 1000;
const RESULT_TOKENS = 1000;

const CUT = 'The rest is left out: it is too long for a result.';

/** `reader`: the agent that reads; undefined for an organization. What it wrote itself is not marked. */
interface Reading {
  readonly reader: string | undefined;
}

/** A page of tasks, each with its last message. */
export function tasksResult(
  tasks: readonly Task[],
  { reader, nextCursor }: Reading & { readonly nextCursor: string | undefined },
): ToolResult {
  const records = tasks.map((task) => {
    const last = task.messages.at(-1);
    const record = {
      ...headOf(task, reader),
      message_count: task.message_count,
      last_message: last && messageItem(last, task, reader),
    };
    return cutRecord(record, 'get_task has the whole message.', LIST_TOKENS);
  });
  const { items, omitted } = fitItems(records, CUT);
  const cursor = omitted > 0 ? tasks[items.length - 1]?.created_at : nextCursor;
  return toolResult({ ...(tasks.length === 0 && { result: 'No tasks.' }), next_cursor: cursor, tasks: items });
}

/** A task with its result and its messages, newest first; `next_cursor` leads to older ones. */
export function taskResult(task: Task, { reader }: Reading): ToolResult {
  const answer = cutRecord(answerOf(task, reader), CUT, RESULT_TOKENS);
  const around = { ...headOf(task, reader), ...answer };
  const newestFirst = task.messages.toReversed();
  const records = newestFirst.map((one) => cutRecord(messageItem(one, task, reader), CUT, MESSAGE_TOKENS));
  const { items, omitted } = fitItems(records, CUT, around);
  const hasOlder = omitted > 0 || (items.length > 0 && task.messages.length < task.message_count);
  const cursor = hasOlder ? newestFirst[items.length - 1]?.created_at : undefined;
  return toolResult({ ...around, next_cursor: cursor, messages: items });
}

/** A task without what is in it, after a step that the reader has taken. */
export function taskStepResult(task: Task, { reader, more }: Reading & { readonly more: ResultRecord }): ToolResult {
  return toolResult({ ...headOf(task, reader), ...more });
}

function headOf(task: Task, reader: string | undefined): ResultRecord {
  const { id, context_id, state, caller, worker, created_at, updated_at } = task;
  return {
    task_id: id,
    state,
    direction: reader === undefined ? undefined : reader === worker.identity_id ? 'inbound' : 'outbound',
    from: caller.handle,
    to: worker.handle,
    context_id,
    created_at,
    updated_at,
  };
}

function messageItem({ role, parts, created_at }: TaskMessage, task: Task, reader: string | undefined): ResultRecord {
  return { role, created_at, content: textBy(role, partsText(parts), task, reader) };
}

/** A text in a block, unless the reader wrote it. */
function textBy(role: TaskMessage['role'], text: string, task: Task, reader: string | undefined): ResultValue {
  const isOwn = reader !== undefined && task[role].identity_id === reader;
  return isOwn ? text : new UntrustedContent(manyLines(text));
}

/** What the worker has returned: its result and its artifacts. */
function answerOf(task: Task, reader: string | undefined): ResultRecord {
  const { result, artifacts = [], artifact_count: count } = task;
  const said = result === undefined || result === null ? undefined : result;
  const texts = artifacts.map(({ name, description, parts }) =>
    [name, description, partsText(parts)].filter((text) => text !== null && text !== '').join('\n'),
  );
  const resultText = typeof said === 'string' ? said : JSON.stringify(said);
  return {
    result: said === undefined ? undefined : textBy('worker', resultText, task, reader),
    artifact_count: count === 0 ? undefined : count,
    artifacts: count === 0 ? undefined : textBy('worker', texts.join('\n\n'), task, reader),
  };
}
