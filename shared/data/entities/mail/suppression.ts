import { normaliseAddress } from '#shared/domain/mail/address.ts';
import { type Change, check, put, RETRY, remove } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, getRows, type Key, type Row, type Table } from '../../table-client.ts';

/**
 * An address that an organization may no longer write to: it does not exist, or its owner complained. More mail to it
 * would harm the reputation of the organization and of the whole SES account.
 *
 * See: docs/contract/mail.md#sending-mail; AWS SES suppression list.
 */
export interface Suppression {
  address: string;
  reason: 'bounce' | 'complaint';
  messageId: string;
  createdAt: number;
}

const decodeSuppression = rowDecoder<Suppression>({ address: 'string', reason: 'string' });

function key(organizationId: string, address: string): Key {
  return { pk: `${PREFIX.suppression}${organizationId}`, sk: normaliseAddress(address) };
}

/** Replaces an earlier reason. */
export function putSuppression(organizationId: string, suppression: Suppression): Change {
  return put({ ...key(organizationId, suppression.address), ...suppression });
}

/** Staged by operators only: no operation of the API removes a suppression. */
export function deleteSuppression(organizationId: string, address: string): Change {
  return remove(key(organizationId, address));
}

export function findSuppression(
  table: Table,
  organizationId: string,
  address: string,
): Promise<Row<Suppression> | undefined> {
  return getRow(table, decodeSuppression, key(organizationId, address), { strong: true });
}

/** Returns the addresses that are suppressed, in the form in which they were given. */
export async function suppressedAmong(
  table: Table,
  organizationId: string,
  addresses: readonly string[],
): Promise<string[]> {
  const keys = addresses.map((address) => key(organizationId, address));
  const rows = await getRows(table, decodeSuppression, keys, { strong: true });
  const suppressed = new Set(rows.map((row) => row.sk));
  return addresses.filter((_, index) => suppressed.has(keys[index]?.sk ?? ''));
}

/** Writes nothing, but the operation decides again if one of the addresses is suppressed. */
export function checkNotSuppressed(organizationId: string, addresses: readonly string[]): Change[] {
  const keys = new Map(addresses.map((address) => [normaliseAddress(address), key(organizationId, address)]));
  return [...keys.values()].map((one) => check(one, { expression: 'attribute_not_exists(pk)' }, RETRY));
}
