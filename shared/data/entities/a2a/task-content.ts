import { type Artifact, jsonBytes, type MessageExtras, type Part } from '#shared/domain/a2a/content.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { firstIdAt, lastIdAt, MAX_TIME } from '#shared/domain/ids/ids.ts';
import { MAX_CONTENT_READS } from '#shared/domain/stage/large-content.ts';
import { type Change, insert, put } from '../../change.ts';
import { contentDecoder, rowDecoder } from '../../decode-row.ts';
import { type ContentPointer, type RowContent, readContent } from '../../large-content.ts';
import { getRow, getRows, queryRows, type Row, type Table } from '../../table-client.ts';
import { type Task, taskContentOwner, taskPartition } from './task.ts';

const decodeContentRow = rowDecoder<RowContent>({ content: 'string?', object: 'object?' });

const decodeMessageRow = rowDecoder<MessageRow>({
  id: 'string',
  messageId: 'string',
  role: 'string',
  content: 'string?',
  object: 'object?',
  bytes: 'number',
  createdAt: 'number',
});

const decodeMessageContent = contentDecoder<Pick<TaskMessage, 'parts' | 'extras'>>({
  parts: 'array',
  extras: 'object?',
});

export type MessageRole = 'caller' | 'worker';

/** One message of a task. */
export interface TaskMessage {
  id: string;
  /** The id that the sender chose, or else a generated one. */
  messageId: string;
  role: MessageRole;
  parts: Part[];
  extras: MessageExtras | null;
  createdAt: number;
}

/**
 * A message as stored. Its content is one JSON text, because DynamoDB's numbers differ from JSON's and it does not keep
 * the order of a map's keys. Large content is in the bucket.
 */
type MessageRow = Omit<TaskMessage, 'parts' | 'extras'> & RowContent & { bytes: number };

/** The JSON bytes of a message in a response of the REST API or of a protocol binding. */
export function messageBytes(message: TaskMessage): number {
  return jsonBytes(message) + 64;
}

export function insertTaskMessage(task: Pick<Task, 'id' | 'worker'>, message: TaskMessage): Change {
  const { parts, extras, ...attributes } = message;
  const row: MessageRow = { ...attributes, content: JSON.stringify({ parts, extras }), bytes: messageBytes(message) };
  return {
    ...insert({ pk: taskPartition(task.id), sk: message.id, ...row }),
    contentOwner: taskContentOwner(task),
  };
}

/** Selects messages of a task: the newest before a time (exclusive) that fit into `bytes`, at most `limit`. */
export interface MessageBounds {
  bytes: number;
  limit?: number;
  before?: number;
}

const MAX_ROWS_AT_ONCE = 200;

/** The selected messages of a task, oldest first. A task may have far more messages than fit into one response. */
export async function newestTaskMessages(
  table: Table,
  task: Pick<Task, 'id' | 'messageCount' | 'messageBytes'>,
  bounds: MessageBounds,
): Promise<TaskMessage[]> {
  if (bounds.limit === 0 || bounds.bytes <= 0) return [];
  // Read about as many rows as fit, so that long messages are not read in vain.
  const averageBytes = task.messageBytes / Math.max(1, task.messageCount);
  const firstPage = Math.min(MAX_ROWS_AT_ONCE, Math.ceil(bounds.bytes / Math.max(1, averageBytes)));
  const newest: Row<MessageRow>[] = [];
  let left = bounds.bytes;
  const rows = queryRows(table, decodeMessageRow, {
    pk: taskPartition(task.id),
    from: firstIdAt('message', 0),
    to: lastIdAt('message', (bounds.before ?? MAX_TIME) - 1),
    newestFirst: true,
    limit: bounds.limit,
    firstPage,
    pageSize: MAX_ROWS_AT_ONCE,
    strong: true,
  });
  for await (const row of rows) {
    left -= row.bytes;
    if (left < 0) break;
    newest.push(row);
  }
  return messagesOfRows(table, newest.reverse());
}

/** The messages of steps of a task, by id. */
export async function findTaskMessages(
  table: Table,
  taskId: string,
  steps: readonly { messageId: string | null }[],
): Promise<Map<string, TaskMessage>> {
  const keys = steps.flatMap(({ messageId }) =>
    messageId === null ? [] : [{ pk: taskPartition(taskId), sk: messageId }],
  );
  const rows = await getRows(table, decodeMessageRow, keys, { strong: true });
  return new Map((await messagesOfRows(table, rows)).map((message) => [message.id, message]));
}

function messagesOfRows(table: Table, rows: readonly Row<MessageRow>[]): Promise<TaskMessage[]> {
  return mapWithLimit(rows, MAX_CONTENT_READS, async (row) => {
    const { id, messageId, role, createdAt } = row;
    const { parts, extras } = decodeMessageContent(row, await readContent(table, row));
    return { id, messageId, role, parts, extras, createdAt };
  });
}

/** The content of a task other than its messages. */
export interface TaskContent {
  metadata: Record<string, unknown>;
  /** Any JSON value; null if there is no result. */
  result: unknown;
  artifacts: Artifact[];
}

const decodeTaskContent = contentDecoder<TaskContent>({ metadata: 'object', artifacts: 'array' });

export const NO_CONTENT: TaskContent = { metadata: {}, result: null, artifacts: [] };

const contentKey = (taskId: string) => ({ pk: taskPartition(taskId), sk: 'CONTENT' });

/** A task's content as it is stored, and the object that holds it if it is large. */
export interface StoredTaskContent {
  readonly content: TaskContent;
  readonly object?: ContentPointer | undefined;
}

/**
 * Staged together with the row of the task, which has the version that both are guarded by. `replaced` is the object of
 * the content before.
 */
export function putTaskContent(
  task: Pick<Task, 'id' | 'worker'>,
  content: TaskContent,
  replaced?: ContentPointer,
): Change {
  return {
    ...put({ ...contentKey(task.id), content: JSON.stringify(content) }),
    contentOwner: taskContentOwner(task),
    replacedObject: replaced,
  };
}

export async function findTaskContent(table: Table, taskId: string): Promise<StoredTaskContent> {
  const row = await getRow(table, decodeContentRow, contentKey(taskId), { strong: true });
  if (row === undefined) return { content: NO_CONTENT };
  return { content: decodeTaskContent(row, await readContent(table, row)), object: row.object };
}
