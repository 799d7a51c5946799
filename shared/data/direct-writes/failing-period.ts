import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Condition, type Patch, patchExpression } from '../change.ts';
import { type Webhook, webhookKey } from '../entities/delivery/webhook.ts';
import type { Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';

/**
 * The writes of the delivery worker to the failing period of an endpoint. An attempt comes between reading the endpoint
 * and each of them, so they are not part of a commit. Each raises the version of the row, so that a change by its owner
 * that has read the row before is repeated and overwrites nothing.
 *
 * See: shared/domain/delivery/failing-period.ts.
 */

/** Records the first failure, unless the endpoint has changed since it was read: a later failure is recorded then. */
export async function beginFailing(table: Table, webhook: Webhook, now: number): Promise<void> {
  await updateEndpoint(table, webhook, {
    patch: { set: { failingSince: now, lastFailedAt: now }, add: { version: 1 } },
    condition: {
      expression: '#version = :seen',
      names: { '#version': 'version' },
      values: { ':seen': webhook.version },
    },
  });
}

/** Records a later failure of the period, unless another attempt has done so. */
export async function continueFailing(table: Table, webhook: Webhook, now: number): Promise<void> {
  await updateEndpoint(table, webhook, {
    patch: { set: { lastFailedAt: now }, add: { version: 1 } },
    condition: {
      expression: 'failingSince = :since AND lastFailedAt = :last',
      values: { ':since': webhook.failingSince, ':last': webhook.lastFailedAt },
    },
  });
}

/** Forgets a period that began before the success. */
export async function endFailing(table: Table, webhook: Webhook, now: number): Promise<void> {
  await updateEndpoint(table, webhook, {
    patch: { remove: ['failingSince', 'lastFailedAt'], add: { version: 1 } },
    condition: { expression: 'failingSince <= :now', values: { ':now': now } },
  });
}

async function updateEndpoint(
  table: Table,
  { organizationId, id }: Webhook,
  { patch, condition }: { patch: Patch; condition: Condition },
): Promise<void> {
  const { expression, names, values } = patchExpression(patch);
  await conditionalWrite(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: webhookKey(organizationId, id),
        UpdateExpression: expression,
        // Each condition names an attribute of the endpoint, so a deleted one is not written again.
        ConditionExpression: condition.expression,
        ExpressionAttributeNames: { ...names, ...condition.names },
        ExpressionAttributeValues: { ...values, ...condition.values },
      }),
    ),
  );
}
