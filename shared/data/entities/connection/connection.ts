import type { ClosingReason, StreamFilter } from '#shared/domain/delivery/stream.ts';
import { epochSeconds, MINUTE } from '#shared/domain/time/time.ts';
import { type Change, insert, RETRY, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import type { Slot } from '../../direct-writes/slot.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Row, type Table } from '../../table-client.ts';

/**
 * An open connection of the WebSocket API. `kind` says what it carries. Events and messages of API Gateway name only
 * the connection, so this row has all that they need.
 */
export interface StreamConnection extends StreamFilter {
  kind: 'stream';
  connectionId: string;
  organizationId: string;
  streamId: string;
  keyId: string;
  keyHash: string;
  connectedAt: number;
  /** The latest possible end of the connection. */
  until: number;
  /** The time of the last event that was sent, or the time after which the stream begins. */
  cursor: number;
  /** Whether `ready` was sent. */
  ready: boolean;
  /** Failed posts in a row. */
  failures: number;
  /** What the connection holds of its network address; absent for a verified organization, and in older rows. */
  slot?: Slot;
  /** The worker that sends at the moment. See: shared/data/direct-writes/stream-lease.ts. */
  lease?: string;
  leaseUntil?: number;
  /** Set when the log or the client has news for the holder of the lease. */
  wake?: boolean;
  /** Set when the connection is to be closed for this reason. */
  closing?: ClosingReason;
  /** What came after this time is to be sent again. */
  rewind?: number;
}

export const decodeConnection = rowDecoder<StreamConnection>({
  kind: 'string',
  connectionId: 'string',
  organizationId: 'string',
  streamId: 'string',
  keyHash: 'string',
  cursor: 'number',
  ready: 'boolean',
  failures: 'number',
  until: 'number',
});

export function connectionKey(connectionId: string): Key {
  return { pk: `${PREFIX.connection}${connectionId}`, sk: 'CONNECTION' };
}

export function insertConnection(connection: StreamConnection): Change {
  const expiresAt = epochSeconds(connection.until + MINUTE);
  return insert({ ...connectionKey(connection.connectionId), ...connection, expires_at: expiresAt });
}

export function findConnection(table: Table, connectionId: string): Promise<Row<StreamConnection> | undefined> {
  return getRow(table, decodeConnection, connectionKey(connectionId), { strong: true });
}

/** Has the worker of the connection close it. The outbox entry of the same commit wakes the worker. */
export function updateConnectionClosing(connectionId: string, closing: ClosingReason): Change {
  return update(connectionKey(connectionId), { set: { closing, wake: true } }, { onConditionFailed: RETRY });
}
