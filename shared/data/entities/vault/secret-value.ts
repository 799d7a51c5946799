import { type Change, type PutChange, put, RETRY, remove } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/**
 * The value of a secret, encrypted, and what a redemption needs to know of the secret. A row of its own, so that lists
 * do not read values, and a redemption reads one row.
 */
export interface SecretValue {
  version: number;
  /** The same as in the row of the secret. */
  leaseGeneration: number;
  sealed: string;
}

const decodeSecretValue = rowDecoder<SecretValue>({ version: 'number', leaseGeneration: 'number', sealed: 'string' });

function valueKey(organizationId: string, secretId: string): Key {
  return { pk: `${PREFIX.secretValue}${organizationId}`, sk: secretId };
}

/** The first or a later value. The row of the secret in the same commit has the condition on the version. */
export function putSecretValue(organizationId: string, secretId: string, value: SecretValue): PutChange {
  return put({ ...valueKey(organizationId, secretId), ...value });
}

export function removeSecretValue(organizationId: string, secretId: string): Change {
  return remove(valueKey(organizationId, secretId), RETRY);
}

/** The value by a strongly consistent read: after a deletion or rotation, the next redemption does not find it. */
export function findSecretValue(
  table: Table,
  organizationId: string,
  secretId: string,
): Promise<SecretValue | undefined> {
  return getRow(table, decodeSecretValue, valueKey(organizationId, secretId), { strong: true });
}
