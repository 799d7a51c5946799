import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { patchExpression } from '../change.ts';
import { type Recovery, recoveryKey } from '../entities/delivery/recovery.ts';
import type { Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';

/**
 * Writes how far a recovery is, after the deliveries of a step were restarted and enqueued: `processed` of the matched
 * ones, of which the step has restarted `replayed`. Two workers may do the same step, after a crash or because a job
 * arrives twice; the condition counts it once. The write is no part of a commit, because the step restarts deliveries.
 */
export async function noteRecoveryProgress(
  table: Table,
  { organizationId, id, matched, processed: seen }: Recovery,
  { processed, replayed }: { processed: number; replayed: number },
  now: number,
): Promise<void> {
  const isFinished = processed >= matched;
  const patch = patchExpression({ set: { processed, ...(isFinished && { finishedAt: now }) }, add: { replayed } });
  await conditionalWrite(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: recoveryKey(organizationId, id),
        UpdateExpression: patch.expression,
        ConditionExpression: '#processed = :seen',
        ExpressionAttributeNames: patch.names,
        ExpressionAttributeValues: { ...patch.values, ':seen': seen },
      }),
    ),
  );
}
