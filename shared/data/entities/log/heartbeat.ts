import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, queryRows, type Row, type Table } from '../../table-client.ts';

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

/** What is known of the ways that the sweep goes itself, and of what operators were notified. */
export interface WaysState {
  /** When the sweep went them last. */
  at: number;
  /** How many seconds before that time each way worked last, by its name. Small numbers, which the row is full of. */
  ages: Record<string, number>;
  /** The late ways that operators were notified of, and when. */
  notified: readonly string[];
  notifiedAt: number;
}

const decodeWays = rowDecoder<WaysState>({ at: 'number', ages: 'object', notified: 'array', notifiedAt: 'number' });

/** A partition of its own: release 0.2.0 reads every row of the other as one of a queue. */
export const WAYS_KEY: Key = { pk: `${PREFIX.heartbeat}WAYS`, sk: 'LAST' };

/** The state of the ways; `undefined` in a stage in which the sweep has not run. */
export function findWays(table: Table): Promise<Row<WaysState> | undefined> {
  return getRow(table, decodeWays, WAYS_KEY, { strong: true });
}
