import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { type Key, queryRows, type Row, type Table } from '../../table-client.ts';

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

/**
 * The names in the rows of queues that release 0.2.0 called otherwise. While that release may run next to this one,
 * both have to read one row: of two rows, each release would find the other's late.
 */
const NAMES_IN_ROWS: Readonly<Record<string, string>> = {
  'outbound-mail': 'mail',
  'domain-checks': 'domain',
  'inbound-mail': 'inboundMail',
  'event-streams': 'stream',
  'mail-status': 'mailStatus',
};

export function heartbeatKey(queue: string): Key {
  return { pk: PARTITION, sk: NAMES_IN_ROWS[queue] ?? queue };
}

/** The states of all queues that have one. The sort key is that of `heartbeatKey`. */
export function heartbeats(table: Table): AsyncGenerator<Row<HeartbeatState>> {
  return queryRows(table, decodeHeartbeat, { pk: PARTITION, from: ' ', to: '~', strong: true });
}
