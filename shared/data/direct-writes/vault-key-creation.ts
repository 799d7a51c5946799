import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { vaultKeyRowKey } from '../entities/vault/vault-key.ts';
import type { Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';

/**
 * The creation of an organization's data key. The creator claims it before it calls KMS, so that of many callers at
 * once one generates a key and each of the others unwraps it: no request calls KMS twice. A direct write, because the
 * key has to exist before an operation can stage anything that it encrypts.
 *
 * See: docs/decisions/0023-vault.md.
 */

/** A creator that has crashed loses its claim after this time. */
export const CLAIM_MS = 10_000;

/**
 * Claims the creation. Returns false if there is a key already, or another creator. If the response was lost and the
 * client has sent the call again, the row has this claim already.
 */
export async function claimKeyCreation(
  table: Table,
  organizationId: string,
  { claim, now }: { claim: string; now: number },
): Promise<boolean> {
  const result = await conditionalWrite<{ claim?: string }>(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: vaultKeyRowKey(organizationId),
        UpdateExpression: 'SET claim = :claim, claimedUntil = :until',
        // A finished row has no claim.
        ConditionExpression: 'attribute_not_exists(pk) OR claimedUntil < :now',
        ExpressionAttributeValues: { ':claim': claim, ':until': now + CLAIM_MS, ':now': now },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  return result.written || result.found?.claim === claim;
}

/** Writes the wrapped key of a claim. Returns false if the claim was lost meanwhile. */
export async function finishKeyCreation(
  table: Table,
  organizationId: string,
  { claim, wrapped }: { claim: string; wrapped: string },
): Promise<boolean> {
  const { written } = await conditionalWrite(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...vaultKeyRowKey(organizationId), wrapped },
        ConditionExpression: 'claim = :claim',
        ExpressionAttributeValues: { ':claim': claim },
      }),
    ),
  );
  return written;
}
