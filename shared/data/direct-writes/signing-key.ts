import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type SigningKey, signingKeyRowKey } from '../entities/issuer/signing-key.ts';
import type { Key, Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';

/**
 * Writes a new version of the key that signs tokens. Returns false if another writer has written it first. It belongs
 * to no request, so no commit contains it.
 */
export async function insertSigningKey(
  table: Table,
  stage: string,
  version: number,
  key: SigningKey,
): Promise<boolean> {
  const { written } = await conditionalWrite(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...signingKeyRowKey(stage, version), ...key },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    ),
  );
  return written;
}

/** Withdraws a key that others may have: it verifies nothing from this time on. */
export async function withdrawSigningKey(table: Table, key: Key, withdrawnAt: number): Promise<void> {
  await conditionalWrite(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { pk: key.pk, sk: key.sk },
        UpdateExpression: 'SET withdrawnAt = if_not_exists(withdrawnAt, :at)',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':at': withdrawnAt },
      }),
    ),
  );
}

/** Deletes a key that verifies nothing more, so that no copy of its private half remains. */
export async function deleteSigningKey(table: Table, key: Key): Promise<void> {
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: { pk: key.pk, sk: key.sk } }));
}
