import type { z } from 'zod';
import type { taskSchema } from '#shared/contract/schemas/a2a-task-record.ts';
import { cutRecord, roomNextTo, TOKENS_BETWEEN, tokensOfRecord } from './fit.ts';
import { fitText } from './fit-text.ts';
import { pageResult } from './page-result.ts';
import { partsText } from './parts-text.ts';
import type { ResultRecord, ResultValue, ToolResult } from './result-record.ts';
import type { TaskCursor } from './task-cursor.ts';
import { toolResult } from './tool-result.ts';
import { manyLines, UntrustedContent } from './untrusted.ts';

export type Task = z.output<typeof taskSchema>;
type TaskMessage = Task['messages'][number];

/** The tokens of a task in a list, and of the result and the artifacts together on a page. */
const LIST_TOKENS = 400;
const RESULT_TOKENS = 1000;

const CUT = 'The rest is omitted, because it is too long for a result.';

/** `reader`: the agent that reads; undefined for an organization. What it wrote itself is not marked. */
interface Reading {
  readonly reader: string | undefined;
}

/** A page of tasks, each with its last message. */
export function tasksResult(
  tasks: readonly Task[],
  { reader, nextCursor }: Reading & { readonly nextCursor: string | undefined },
): ToolResult {
  const recordOf = (task: Task) => {
    const last = task.messages.at(-1);
    const record = {
      ...headOf(task, reader),
      message_count: task.message_count,
      last_message: last && messageItem(last, textBy(last.role, manyLines(partsText(last.parts)), task, reader)),
    };
    return cutRecord(record, 'get_task returns the whole message.', LIST_TOKENS);
  };
  return pageResult({ noun: 'tasks', rows: tasks, recordOf, nextCursor, cut: CUT });
}

/**
 * A task with its result and its messages, newest first. `next_cursor` leads to older ones, and to the rest of one that
 * is longer than a page; `result_cursor` leads to the rest of the result.
 */
export function taskResult(task: Task, { reader, cursor }: Reading & { readonly cursor?: TaskCursor }): ToolResult {
  const head = headOf(task, reader);
  if (cursor?.resultFrom !== undefined) return toolResult({ ...head, ...answerOf(task, reader, cursor.resultFrom) });
  const around = { ...head, ...(cursor === undefined && answerOf(task, reader, 0)) };
  return toolResult({ ...around, ...messagesOf(task, reader, { offset: cursor?.offset ?? 0, around }) });
}

interface Begin {
  /** Where the newest message of the page begins. */
  readonly offset: number;
  readonly around: ResultRecord;
}

/** The messages that fit, newest first, and at least a part of one. */
function messagesOf(task: Task, reader: string | undefined, { offset, around }: Begin): ResultRecord {
  const newestFirst = task.messages.toReversed();
  let room = roomNextTo(around);
  const items: ResultRecord[] = [];
  let next: string | undefined;
  for (const [index, message] of newestFirst.entries()) {
    const recordOf = (text: string) => messageItem(message, textBy(message.role, text, task, reader));
    const text = manyLines(partsText(message.parts));
    const from = index === 0 ? offset : 0;
    const tokens = tokensOfRecord(recordOf(text.slice(from))) + TOKENS_BETWEEN;
    if (tokens > room && index > 0) break;
    const { record, nextOffset } = fitText(text, from, room, recordOf);
    items.push(record);
    room -= tokens;
    next = nextOffset === undefined ? undefined : `${message.created_at}/${nextOffset}`;
    if (next !== undefined) break;
  }
  const hasOlder = items.length < task.messages.length || (items.length > 0 && items.length < task.message_count);
  const older = hasOlder ? newestFirst[items.length - 1]?.created_at : undefined;
  return { next_cursor: next ?? older, messages: items };
}

/** A task without what is in it, after a step that the reader has taken. */
export function taskStepResult(task: Task, { reader, more }: Reading & { readonly more: ResultRecord }): ToolResult {
  return toolResult({ ...headOf(task, reader), ...more });
}

function headOf(task: Task, reader: string | undefined): ResultRecord {
  const { id, context_id, state, status, approval_id, caller, worker, created_at, updated_at } = task;
  return {
    task_id: id,
    state,
    status,
    approval_id,
    direction: reader === undefined ? undefined : reader === worker.identity_id ? 'inbound' : 'outbound',
    from: caller.handle,
    to: worker.handle,
    context_id,
    created_at,
    updated_at,
  };
}

function messageItem({ role, created_at }: TaskMessage, content: ResultValue): ResultRecord {
  return { role, created_at, content };
}

/** A text in a block, unless the reader wrote it. */
function textBy(role: TaskMessage['role'], text: string, task: Task, reader: string | undefined): ResultValue {
  const isOwn = reader !== undefined && task[role].identity_id === reader;
  return isOwn ? text : new UntrustedContent(text);
}

/** What the worker has returned from an offset on: its result, and then its artifacts. */
function answerOf(task: Task, reader: string | undefined, offset: number): ResultRecord {
  const { result: said, artifacts = [], artifact_count: count } = task;
  const result = said === undefined || said === null ? '' : typeof said === 'string' ? said : JSON.stringify(said);
  const texts = artifacts.map(({ name, description, parts }) =>
    ['Artifact:', name, description, partsText(parts)].filter((text) => text !== null && text !== '').join('\n'),
  );
  const whole = manyLines([result, ...texts].filter((text) => text !== '').join('\n\n'));
  const { record, nextOffset } = fitText(whole, offset, RESULT_TOKENS, (text) => ({
    result: textBy('worker', text, task, reader),
  }));
  const more = nextOffset === undefined ? undefined : `result/${nextOffset}`;
  return { artifact_count: count === 0 ? undefined : count, result_cursor: more, ...record };
}
