import { type Change, put, RETRY, remove } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { getRow, queryRows, type Row, type Table } from '../table-client.ts';
import { taskPartition } from './task.ts';

/**
 * Where the sender of a task wants to be told of each step. Its secrets are sealed.
 *
 * `slot` and `fromVersion` are to a task what an endpoint's slot and birth are to an organization (decision 0003): a step
 * reserves a delivery time for each slot of its task, and a configuration gets those of the steps after it.
 *
 * See: A2A v1.0, a2a.proto (`TaskPushNotificationConfig`); docs/decisions/0011-a2a-protocol.md.
 */
export interface PushConfig {
  /** The sender's own id of it, or `endpointId`: unique in its task. */
  id: string;
  /** What its deliveries name as their endpoint. */
  endpointId: string;
  taskId: string;
  url: string;
  sealedToken: string | null;
  scheme: string | null;
  sealedCredentials: string | null;
  slot: number;
  fromVersion: number;
}

const decodePushConfig = rowDecoder<PushConfig>({
  id: 'string',
  endpointId: 'string',
  taskId: 'string',
  url: 'string',
  slot: 'number',
  fromVersion: 'number',
});

const key = (taskId: string, id: string) => ({ pk: taskPartition(taskId), sk: `PUSH#${id}` });

/** Written with the task row, whose version guards both. */
export function putPushConfig(config: PushConfig): Change {
  return put({ ...key(config.taskId, config.id), ...config });
}

export function removePushConfig({ taskId, id }: PushConfig): Change {
  return remove(key(taskId, id), RETRY);
}

export async function findPushConfig(table: Table, taskId: string, id: string): Promise<PushConfig | undefined> {
  return getRow(table, decodePushConfig, key(taskId, id), { strong: true });
}

/** All configurations of a task: there are few. */
export async function pushConfigs(table: Table, taskId: string): Promise<Row<PushConfig>[]> {
  const pk = taskPartition(taskId);
  const rows = await Array.fromAsync(
    queryRows(table, decodePushConfig, { pk, from: 'PUSH#', to: 'PUSH#\u{10ffff}', strong: true }),
  );
  return rows.sort((a, b) => a.slot - b.slot);
}
