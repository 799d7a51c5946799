import { normaliseAddress } from '#shared/domain/mail/address.ts';
import { type Change, check, insert, put, RETRY, remove } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, getRows, type Key, type Row, type Table } from '../../table-client.ts';

/**
 * An address that an organization may no longer write to: it does not exist, or its owner complained. More mail to it
 * would harm the reputation of the organization and of the whole SES account. Or one that a single agent may no longer
 * write to, because its owner has unsubscribed: the partition is then that of the agent.
 *
 * See: docs/contract/mail.md#sending-mail; AWS SES suppression list.
 */
export interface Suppression {
  address: string;
  reason: 'bounce' | 'complaint' | 'unsubscribe';
  messageId: string;
  createdAt: number;
}

const decodeSuppression = rowDecoder<Suppression>({ address: 'string', reason: 'string' });

/** `owner`: the id of an organization or of an agent. */
function key(owner: string, address: string): Key {
  return { pk: `${PREFIX.suppression}${owner}`, sk: normaliseAddress(address) };
}

/** Replaces an earlier reason. */
export function putSuppression(organizationId: string, suppression: Suppression): Change {
  return put({ ...key(organizationId, suppression.address), ...suppression });
}

/** Stores that a recipient has unsubscribed from an agent. The operation retries if that is stored already. */
export function insertUnsubscription(identityId: string, suppression: Suppression): Change {
  return insert({ ...key(identityId, suppression.address), ...suppression }, RETRY);
}

/** Staged by operators only: no operation of the API removes a suppression. `owner`: an organization or an agent. */
export function deleteSuppression(owner: string, address: string): Change {
  return remove(key(owner, address));
}

/** `owner`: the id of an organization or of an agent. */
export function findSuppression(table: Table, owner: string, address: string): Promise<Row<Suppression> | undefined> {
  return getRow(table, decodeSuppression, key(owner, address), { strong: true });
}

/** An address that an agent may not write to, as it was given. */
interface Suppressed extends Pick<Suppression, 'reason'> {
  readonly address: string;
}

/**
 * Which of the addresses are suppressed, in the order of the addresses. `owners`: the ids of an organization and of an
 * agent, or of one of them.
 */
export async function suppressedAmong(
  table: Table,
  owners: readonly string[],
  addresses: readonly string[],
): Promise<Suppressed[]> {
  const keys = addresses.flatMap((address) => owners.map((owner) => key(owner, address)));
  const rows = await getRows(table, decodeSuppression, keys, { strong: true });
  return addresses.flatMap((address) => {
    const found = rows.find(({ sk }) => sk === normaliseAddress(address));
    return found === undefined ? [] : [{ address, reason: found.reason }];
  });
}

/**
 * Writes nothing, but the operation decides again if one of the addresses is suppressed. `owner`: the id of an
 * organization or of an agent.
 */
export function checkNotSuppressed(owner: string, addresses: readonly string[]): Change[] {
  const keys = new Map(addresses.map((address) => [normaliseAddress(address), key(owner, address)]));
  return [...keys.values()].map((one) => check(one, { expression: 'attribute_not_exists(pk)' }, RETRY));
}
