import { isId } from '../../domain/ids.ts';
import { type Change, insert, RETRY } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { keyDigest } from '../key-digest.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';
import { taskPartition } from './task.ts';

/** What groups the tasks between two agents, whichever of them began it. */
export interface TaskContext {
  id: string;
  between: [string, string];
  /** The id that a client of the A2A protocol chose. Only this pair of agents has this context by it. */
  clientId?: string;
}

const decodeTaskContext = rowDecoder<TaskContext>({ id: 'string', between: 'object' });

const contextKey = (id: string): Key => ({ pk: taskPartition(id), sk: 'CONTEXT' });

/** A client's id is any text, so the key holds its digest; the pair is the same in either direction. */
function clientKey(between: TaskContext['between'], clientId: string): Key {
  const [first, second] = [...between].sort();
  const digest = keyDigest(clientId);
  return { pk: `${PREFIX.taskList}${first}#AND#${second}`, sk: `CONTEXT#${digest}` };
}

/** A new context. Where a concurrent request made one for the client's id, what was loaded is stale. */
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

/** The context that two agents have by a client's own id. */
export function findClientContext(
  table: Table,
  between: TaskContext['between'],
  clientId: string,
): Promise<TaskContext | undefined> {
  return getRow(table, decodeTaskContext, clientKey(between, clientId), { strong: true });
}
