import { type Change, put, RETRY, remove } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { getRow, queryRows, type Row, type Table } from '../../table-client.ts';
import { taskPartition } from './task.ts';

/**
 * A URL that gets a notification of each step of a task. Its secrets are stored encrypted.
 *
 * `slot` and `fromVersion` work for a task as the slot and the registration time of an endpoint work for an
 * organization: a step reserves a delivery time for each slot of its task, and a configuration gets the steps after its
 * creation.
 *
 * See: A2A v1.0, a2a.proto (`TaskPushNotificationConfig`); docs/decisions/0011-a2a-protocol.md;
 * docs/decisions/0022-tickets.md#the-times-of-deliveries.
 */
export interface PushConfig {
  /** The id that the caller chose, or else `endpointId`. Unique in the task. */
  id: string;
  /** The id of the endpoint in its deliveries. */
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

/** Staged together with the row of the task, which has the version that both are guarded by. */
export function putPushConfig(config: PushConfig): Change {
  return put({ ...key(config.taskId, config.id), ...config });
}

export function removePushConfig({ taskId, id }: PushConfig): Change {
  return remove(key(taskId, id), RETRY);
}

export async function findPushConfig(table: Table, taskId: string, id: string): Promise<PushConfig | undefined> {
  return getRow(table, decodePushConfig, key(taskId, id), { strong: true });
}

/** All configurations of a task, by slot. */
export async function pushConfigs(table: Table, taskId: string): Promise<Row<PushConfig>[]> {
  const pk = taskPartition(taskId);
  const rows = await Array.fromAsync(
    queryRows(table, decodePushConfig, { pk, from: 'PUSH#', to: 'PUSH#\u{10ffff}', strong: true }),
  );
  return rows.sort((a, b) => a.slot - b.slot);
}
