import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type TunnelConnection, tunnelConnectionRow } from '../entities/connection/tunnel-connection.ts';
import { type TunnelTarget, targetKey } from '../entities/tunnel/tunnel.ts';
import type { Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';

/**
 * Makes a connection the one of its tunnel, and returns the connection that it replaces. Returns `undefined` if the
 * tunnel was deleted meanwhile. The row of the connection is written first: a message that arrives finds it.
 */
export async function connectTunnel(
  table: Table,
  connection: TunnelConnection,
  { clientAddress, now }: { clientAddress: string; now: number },
): Promise<{ superseded: string | undefined } | undefined> {
  await table.client.send(new PutCommand({ TableName: table.name, Item: tunnelConnectionRow(connection) }));
  const result = await conditionalWrite<Partial<TunnelTarget>>(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: targetKey(connection.address),
        UpdateExpression: 'SET connectionId = :id, keyHash = :hash, clientAddress = :address, lastConnectedAt = :now',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: {
          ':id': connection.connectionId,
          ':hash': connection.keyHash,
          ':address': clientAddress,
          ':now': now,
        },
        ReturnValues: 'ALL_OLD',
      }),
    ),
  );
  if (!result.written) return undefined;
  const before = result.attributes?.connectionId;
  // If the response was lost and the client has sent the call again, the row had this connection already.
  return { superseded: before === connection.connectionId ? undefined : before };
}

/** Records that a connection has ended, unless another one has replaced it. */
export async function disconnectTunnel(table: Table, address: string, connectionId: string): Promise<void> {
  await conditionalWrite(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: targetKey(address),
        UpdateExpression: 'REMOVE connectionId, keyHash, clientAddress',
        ConditionExpression: 'connectionId = :id',
        ExpressionAttributeValues: { ':id': connectionId },
      }),
    ),
  );
}
