import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { PUSH_LEASE_MS } from '#shared/domain/delivery/stream.ts';
import { connectionKey, decodeConnection, type StreamConnection } from '../entities/connection/connection.ts';
import type { Row, Table } from '../table-client.ts';
import { type ConditionalWrite, conditionalWrite } from './conditional-write.ts';

/**
 * The lease of a stream: one worker at a time sends to it, so its messages are in order. A worker that finds the lease
 * held sets `wake`, and the holder cannot release the lease before it has read the log once more. So no news is lost,
 * and no job waits for another.
 *
 * See: docs/decisions/0024-event-streams.md.
 */
export interface StreamLease {
  id: string;
  now: number;
}

/** How far a holder came. */
export type PushProgress = Pick<StreamConnection, 'cursor' | 'ready' | 'failures'>;

const IS_HELD = 'leaseUntil >= :now';

/**
 * Acquires the lease. `busy`: another worker holds it. `gone`: there is no such connection. If the response was lost
 * and the client has sent the call again, the lease is this worker's already.
 */
export async function acquireStreamLease(
  table: Table,
  connectionId: string,
  { id, now }: StreamLease,
): Promise<Row<StreamConnection> | 'busy' | 'gone'> {
  const result = await updateConnection(table, connectionId, {
    UpdateExpression:
      'SET #lease = :lease, leaseUntil = :until, #cursor = if_not_exists(rewind, #cursor) REMOVE wake, rewind',
    ConditionExpression: `attribute_exists(pk) AND (attribute_not_exists(leaseUntil) OR NOT ${IS_HELD})`,
    ExpressionAttributeNames: { '#lease': 'lease', '#cursor': 'cursor' },
    ExpressionAttributeValues: { ':lease': id, ':until': now + PUSH_LEASE_MS, ':now': now },
  });
  if (result.written) return connectionOf(result.attributes);
  if (result.found === undefined) return 'gone';
  return result.found.lease === id ? connectionOf(result.found) : 'busy';
}

/** Tells the holder of the lease that there is news. Returns false if no one holds it any more. */
export async function wakeHolder(table: Table, connectionId: string, now: number): Promise<boolean> {
  const { written } = await updateConnection(table, connectionId, {
    UpdateExpression: 'SET wake = :true',
    ConditionExpression: IS_HELD,
    ExpressionAttributeValues: { ':true': true, ':now': now },
  });
  return written;
}

/** Asks for what came after `since` to be sent again. Returns false if the connection does not exist. */
export async function requestRewind(table: Table, connectionId: string, since: number): Promise<boolean> {
  const { written } = await updateConnection(table, connectionId, {
    UpdateExpression: 'SET rewind = :since, wake = :true',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':since': since, ':true': true },
  });
  return written;
}

/**
 * Stores the progress and gives up the lease, at once or at `until`: after a failure no job tries again before. The
 * caller enqueues a job for what is left. Returns false if the lease was lost.
 */
export async function yieldStreamLease(
  table: Table,
  connectionId: string,
  { id }: StreamLease,
  progress: PushProgress,
  until = 0,
): Promise<boolean> {
  const { written } = await updateConnection(table, connectionId, {
    UpdateExpression:
      'SET #cursor = :cursor, #ready = :ready, failures = :failures, leaseUntil = :until REMOVE #lease, wake',
    ConditionExpression: '#lease = :lease',
    ExpressionAttributeNames: PROGRESS_NAMES,
    ExpressionAttributeValues: { ...progressValues(id, progress), ':until': until },
  });
  return written;
}

/**
 * Stores the progress and releases the lease, unless the holder was woken: then it keeps the lease for another run, and
 * gets the row as it is now. `lost`: the lease has passed to another worker, or the connection is gone.
 */
export async function releaseStreamLease(
  table: Table,
  connectionId: string,
  { id, now }: StreamLease,
  progress: PushProgress,
): Promise<'released' | 'lost' | Row<StreamConnection>> {
  const values = progressValues(id, progress);
  const released = await updateConnection(table, connectionId, {
    UpdateExpression: 'SET #cursor = :cursor, #ready = :ready, failures = :failures REMOVE #lease, leaseUntil',
    ConditionExpression: '#lease = :lease AND attribute_not_exists(wake)',
    ExpressionAttributeNames: PROGRESS_NAMES,
    ExpressionAttributeValues: values,
  });
  if (released.written) return 'released';
  if (released.found?.lease !== id) return 'lost';
  const continued = await updateConnection(table, connectionId, {
    UpdateExpression:
      'SET #cursor = if_not_exists(rewind, :cursor), #ready = :ready, failures = :failures, leaseUntil = :until ' +
      'REMOVE wake, rewind',
    ConditionExpression: '#lease = :lease',
    ExpressionAttributeNames: PROGRESS_NAMES,
    ExpressionAttributeValues: { ...values, ':until': now + PUSH_LEASE_MS },
  });
  return continued.written ? connectionOf(continued.attributes) : 'lost';
}

const PROGRESS_NAMES = { '#lease': 'lease', '#cursor': 'cursor', '#ready': 'ready' };

function progressValues(lease: string, { cursor, ready, failures }: PushProgress) {
  return { ':lease': lease, ':cursor': cursor, ':ready': ready, ':failures': failures };
}

function connectionOf(attributes: Row<StreamConnection> | undefined): Row<StreamConnection> {
  if (attributes === undefined) throw new Error('an update of a connection returned no row');
  return decodeConnection({ ...attributes });
}

function updateConnection(
  table: Table,
  connectionId: string,
  update: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
): Promise<ConditionalWrite<Row<StreamConnection>>> {
  return conditionalWrite(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: connectionKey(connectionId),
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        ...update,
      }),
    ),
  );
}
