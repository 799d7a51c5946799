import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { HOUR } from '#shared/domain/time/time.ts';
import { apiKeyRowKey } from '../entities/organization/api-key.ts';
import type { Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';

/** `last_used_at` may lag by this much. See: docs/contract/authentication.md#keys. */
const GRANULARITY_MS = HOUR;

/**
 * Records that a key was used, at most once per hour. A direct write like the rate limits: no other row depends on it,
 * so a lost write does no harm.
 *
 * See: docs/decisions/0002-one-commit.md.
 */
export async function recordKeyUse(table: Table, organizationId: string, keyId: string, now: number): Promise<void> {
  // A key that is deleted, or was recorded within the hour, fails the condition: there is nothing to record.
  await conditionalWrite(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: apiKeyRowKey(organizationId, keyId),
        UpdateExpression: 'SET lastUsedAt = :now',
        ConditionExpression:
          'attribute_exists(pk) AND (lastUsedAt = :never OR attribute_not_exists(lastUsedAt) OR lastUsedAt < :stale)',
        ExpressionAttributeValues: { ':now': now, ':never': null, ':stale': now - GRANULARITY_MS },
      }),
    ),
  );
}
