import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Patch, patchExpression } from '../change.ts';
import { mentionKey } from '../entities/contact/mention.ts';
import type { Table } from '../table-client.ts';

/**
 * Records what an agent has written to or of, after a message was sent. It is not part of a commit: as such it would
 * cost twice as much, and a record that is lost only makes the next message to that name wait for a person.
 */
export async function writeMention(table: Table, identityId: string, group: string, patch: Patch): Promise<void> {
  const { expression, names, values } = patchExpression(patch);
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: mentionKey(identityId, group),
      UpdateExpression: expression,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    }),
  );
}
