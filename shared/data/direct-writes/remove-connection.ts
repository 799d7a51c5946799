import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type AnyConnection, decodeAnyConnection } from '../entities/connection/any-connection.ts';
import { connectionKey } from '../entities/connection/connection.ts';
import { streamsKey } from '../entities/delivery/stream.ts';
import type { Row, Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';
import { releaseSlot } from './slot.ts';
import { disconnectTunnel } from './tunnel-connection.ts';

/**
 * Removes what is stored about a connection that has ended, as often as it is called: after its end API Gateway calls
 * `$disconnect`, and a worker may find it gone before. Returns the row, if this call removed it.
 */
export async function removeConnection(table: Table, connectionId: string): Promise<Row<AnyConnection> | undefined> {
  const { Attributes } = await table.client.send(
    new DeleteCommand({ TableName: table.name, Key: connectionKey(connectionId), ReturnValues: 'ALL_OLD' }),
  );
  if (Attributes === undefined) return undefined;
  const connection = decodeAnyConnection(Attributes as Row);
  if (connection.kind === 'tunnel') await disconnectTunnel(table, connection.address, connectionId);
  else await removeStream(table, connection.organizationId, connection.streamId);
  if (connection.slot !== undefined) await releaseSlot(table, connection.slot, Date.now());
  return connection;
}

/** Removes a stream from those of its organization, unless that was done before. */
async function removeStream(table: Table, organizationId: string, streamId: string): Promise<void> {
  await conditionalWrite(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: streamsKey(organizationId),
        UpdateExpression: 'REMOVE #streams.#id ADD #version :one',
        ConditionExpression: 'attribute_exists(#streams.#id)',
        ExpressionAttributeNames: { '#streams': 'streams', '#id': streamId, '#version': 'version' },
        ExpressionAttributeValues: { ':one': 1 },
      }),
    ),
  );
}
