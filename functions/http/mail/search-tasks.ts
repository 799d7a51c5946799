import { BoundedRead } from '#shared/data/bounded-read.ts';
import type { Task } from '#shared/data/entities/a2a/task.ts';
import { tasksBefore } from '#shared/data/entities/a2a/task-list.ts';
import { collect, type Table } from '#shared/data/table-client.ts';
import type { Part } from '#shared/domain/a2a/content.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { snippetOf } from '#shared/domain/mail/snippet.ts';
import type { SearchExpression } from '#shared/domain/search/search-expression.ts';
import { searchSnippet } from '#shared/domain/search/search-snippet.ts';
import { textMatcher } from '#shared/domain/search/text-matcher.ts';
import type { Caller } from '#shared/runtime/pipeline/resources.ts';
import { readerOf } from '#shared/services/tasks/actor.ts';
import { maySee, type TaskReader } from '#shared/services/tasks/load-task.ts';
import { type TaskView, viewTask } from '#shared/services/tasks/task-view.ts';
import { type FoundPage, type FoundRecord, notOlder, type SearchedFor } from './found-records.ts';

/** The newest tasks that a search reads, and how much it reads of each: result, artifacts and the newest messages. */
const MAX_TASKS = 200;
const MAX_TASK_BYTES = 64 * 1024;

const READ_AT_ONCE = 10;

/** Tasks by their agents and by the texts of their messages, artifacts and results. */
export async function searchTasks(
  { actor, table }: Caller,
  { expression, filters: { before, after }, identityId, limit }: SearchedFor,
): Promise<FoundPage> {
  const matches = textMatcher(expression);
  const own = readerOf(actor);
  const reader: TaskReader = { ...own, identityId: own.identityId ?? identityId ?? null };
  const list = { owner: reader.identityId ?? reader.organizationId, openOnly: false };
  const read = new BoundedRead(notOlder(tasksBefore(table, list, before, limit), after), MAX_TASKS);
  const found = await collect(
    viewed(table, read),
    limit,
    (view) => maySee(reader, view.task) && matches(textsOf(view)),
  );
  const records = found.map((view) => recordOf(view, reader, expression));
  return { records, continueBefore: read.continueBefore };
}

async function* viewed(table: Table, tasks: AsyncIterable<Task>): AsyncGenerator<TaskView> {
  const view = (some: readonly Task[]) =>
    mapWithLimit(some, READ_AT_ONCE, (task) => viewTask(table, task, { bytes: MAX_TASK_BYTES }));
  let chunk: Task[] = [];
  for await (const task of tasks) {
    chunk.push(task);
    if (chunk.length < READ_AT_ONCE) continue;
    yield* await view(chunk);
    chunk = [];
  }
  yield* await view(chunk);
}

function recordOf(view: TaskView, reader: TaskReader, expression: SearchExpression): FoundRecord {
  const { id, createdAt, caller, worker } = view.task;
  const owner = worker.organizationId === reader.organizationId ? worker : caller;
  const title = `${caller.displayName} to ${worker.displayName}`;
  const text = contentTexts(view).join('\n');
  return {
    kind: 'task',
    id,
    identityId: reader.identityId ?? owner.identityId,
    createdAt,
    title,
    ...searchSnippet(expression, { subject: title, text, beginning: snippetOf(text) }),
  };
}

function textsOf(view: TaskView): string[] {
  const { id, caller, worker } = view.task;
  const agents = [caller, worker].flatMap(({ handle, displayName }) => [handle, displayName]);
  return [id, ...agents, ...contentTexts(view)];
}

function contentTexts({ messages, content }: TaskView): string[] {
  const result = content === null ? [] : resultTexts(content.result);
  const artifacts = (content?.artifacts ?? []).flatMap(({ name, description, parts }) => [
    name ?? '',
    description ?? '',
    ...partTexts(parts),
  ]);
  return [...messages.flatMap(({ parts }) => partTexts(parts)), ...result, ...artifacts].filter((text) => text !== '');
}

function partTexts(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => ['text' in part ? part.text : '', part.filename ?? '']);
}

function resultTexts(result: unknown): string[] {
  if (result === null || result === undefined) return [];
  return [typeof result === 'string' ? result : JSON.stringify(result)];
}
