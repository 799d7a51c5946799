import { normaliseAddress } from '#shared/domain/mail/address.ts';
import { anyRow } from '../../decode-row.ts';
import { keyDigest } from '../../key-digest.ts';
import { PREFIX } from '../../table.ts';
import { getRows, type Key, type Row, type Table } from '../../table-client.ts';

/**
 * That an organization has written to an address, or had verified mail from it: a row for each, so that none is
 * forgotten, unlike those of `correspondent.ts`. Releases up to 0.3.0 write none.
 *
 * See: docs/contract/approvals.md#first-contact.
 */
function knownAddressKey(organizationId: string, address: string): Key {
  return { pk: `${PREFIX.correspondent}${organizationId}`, sk: `KNOWN#${keyDigest(normaliseAddress(address))}` };
}

export function knownAddressRow(organizationId: string, address: string): Row<object> {
  return knownAddressKey(organizationId, address);
}

/** Those of the addresses that are not known, in the form in which they were given. */
export async function unknownAmong(
  table: Table,
  organizationId: string,
  addresses: readonly string[],
  options: { readonly strong: boolean },
): Promise<string[]> {
  const keys = addresses.map((address) => knownAddressKey(organizationId, address));
  const rows = await getRows(table, anyRow, keys, options);
  const known = new Set(rows.map(({ sk }) => sk));
  return addresses.filter((_, index) => !known.has(keys[index]?.sk ?? ''));
}
