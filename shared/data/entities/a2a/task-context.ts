import { isId } from '#shared/domain/ids/ids.ts';
import { type Change, insert, RETRY } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { keyDigest } from '../../key-digest.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';
import { taskPartition } from './task.ts';

/** Groups tasks between two agents. Either of them may have created it. */
export interface TaskContext {
  id: string;
  between: [string, string];
  /** The id that a client of the A2A protocol chose. It names this context only between these two agents. */
  clientId?: string;
}

const decodeTaskContext = rowDecoder<TaskContext>({ id: 'string', between: 'array' });

const contextKey = (id: string): Key => ({ pk: taskPartition(id), sk: 'CONTEXT' });

/** The row that finds a context by the client's id. The agents are sorted: either of them may be the caller. */
function clientKey(between: TaskContext['between'], clientId: string): Key {
  const [first, second] = [...between].sort();
  const digest = keyDigest(clientId);
  return { pk: `${PREFIX.taskList}${first}#AND#${second}`, sk: `CONTEXT#${digest}` };
}

/** A new context. The operation retries if a concurrent request has created one for the client's id. */
export function insertTaskContext(context: TaskContext): Change[] {
  const { id, between, clientId } = context;
  return [
    insert({ ...contextKey(id), ...context }),
    ...(clientId === undefined ? [] : [insert({ ...clientKey(between, clientId), ...context }, RETRY)]),
  ];
}

export async function findContext(table: Table, id: string): Promise<TaskContext | undefined> {
  if (!isId('context', id)) return undefined;
  return getRow(table, decodeTaskContext, contextKey(id), { strong: true });
}

/** The context between two agents that has a client's id. */
export function findClientContext(
  table: Table,
  between: TaskContext['between'],
  clientId: string,
): Promise<TaskContext | undefined> {
  return getRow(table, decodeTaskContext, clientKey(between, clientId), { strong: true });
}
