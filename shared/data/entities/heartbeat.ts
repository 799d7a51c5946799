import { rowDecoder } from '../decode-row.ts';
import { PREFIX } from '../table.ts';
import { type Key, queryRows, type Row, type Table } from '../table-client.ts';

/**
 * The last signal of the heartbeat that the worker of a queue has processed. Times are milliseconds since the epoch.
 *
 * See: docs/decisions/0038-alarms.md.
 */
export interface HeartbeatState {
  /** When the sweep wrote the signal. */
  sentAt: number;
}

const PARTITION = `${PREFIX.heartbeat}QUEUES`;

const decodeHeartbeat = rowDecoder<HeartbeatState>({ sentAt: 'number' });

export function heartbeatKey(queue: string): Key {
  return { pk: PARTITION, sk: queue };
}

/** The states of all queues that have one. The sort key is the queue's name. */
export function heartbeats(table: Table): AsyncGenerator<Row<HeartbeatState>> {
  return queryRows(table, decodeHeartbeat, { pk: PARTITION, from: ' ', to: '~', strong: true });
}
