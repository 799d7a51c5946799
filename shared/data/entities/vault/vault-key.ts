import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/** The data key of an organization, wrapped by KMS. Until it is written, the row is the claim of its creator. */
interface VaultKey {
  wrapped?: string;
}

const decodeVaultKey = rowDecoder<VaultKey>({ wrapped: 'string?' });

export function vaultKeyRowKey(organizationId: string): Key {
  return { pk: `${PREFIX.vaultKey}${organizationId}`, sk: 'KEY' };
}

/** The wrapped key; `undefined` if there is none, or none yet. */
export async function findWrappedKey(table: Table, organizationId: string): Promise<string | undefined> {
  const row = await getRow(table, decodeVaultKey, vaultKeyRowKey(organizationId), { strong: true });
  return row?.wrapped;
}
