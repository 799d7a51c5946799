import { AppError } from '#shared/domain/errors/errors.ts';
import { domainOfAddress, mailboxAddressOf } from '#shared/domain/mail/address.ts';
import { type Change, put, RETRY, remove } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, getRows, type Key, type Table } from '../../table-client.ts';
import { findDomain, readHolders } from './domain.ts';

/** Where mail for an address goes. The row keeps the address unique, and inbound mail is routed by it. */
export interface Mailbox {
  id: string;
  address: string;
  organizationId: string;
  identityId: string;
  /** The organization's domain that the address is on; absent on the stage's mail domain. */
  domainId?: string;
}

/** A mailbox, or an address on the stage's domain that had one: no other organization may use it. */
type AddressRow = Mailbox | (Pick<Mailbox, 'address' | 'organizationId'> & { retiredAt: number });

export const decodeAddressRow = rowDecoder<AddressRow>({ address: 'string', organizationId: 'string' });

/** The row key of an address, which may have a `+tag` and upper-case letters. */
export function mailboxKey(recipient: string): Key {
  return { pk: `${PREFIX.mailboxAddress}${mailboxAddressOf(recipient)}`, sk: 'MAILBOX' };
}

/**
 * A new mailbox on a free address. On the stage's domain, only the organization that had a retired address may use it
 * again. On an organization's domain, the row of an earlier holder of the domain is replaced; the same commit has to
 * check that the organization holds the domain now.
 *
 * See: docs/decisions/0008-domain-ownership.md.
 */
export function insertMailbox(mailbox: Mailbox): Change {
  const condition =
    mailbox.domainId === undefined
      ? {
          expression: 'attribute_not_exists(pk) OR (attribute_exists(retiredAt) AND organizationId = :organization)',
          values: { ':organization': mailbox.organizationId },
        }
      : {
          expression: 'attribute_not_exists(pk) OR (attribute_exists(domainId) AND domainId <> :domain)',
          values: { ':domain': mailbox.domainId },
        };
  return put({ ...mailboxKey(mailbox.address), ...mailbox }, condition, () => new AppError('mailbox.taken'));
}

/**
 * The mailbox that mail for the address reaches now. Mail does not reach a mailbox on a domain that its organization no
 * longer holds.
 */
export async function findMailbox(table: Table, recipient: string): Promise<Mailbox | undefined> {
  const row = await getRow(table, decodeAddressRow, mailboxKey(recipient), { strong: true });
  if (row === undefined || 'retiredAt' in row) return undefined;
  if (row.domainId === undefined) return row;
  const domain = await findDomain(table, row.organizationId, row.domainId);
  return domain?.status === 'verified' ? row : undefined;
}

/**
 * Those of the addresses that are inside an organization: of its agents, or on its verified domains, in the form in
 * which they were given. By strongly consistent reads.
 */
export async function addressesInside(
  table: Table,
  organizationId: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const [rows, holders] = await Promise.all([
    getRows(table, decodeAddressRow, addresses.map(mailboxKey), { strong: true }),
    readHolders(table, addresses.map(domainOfAddress)),
  ]);
  // A mailbox on a domain of an organization is inside as long as the organization holds the domain.
  const own = new Set(
    rows.filter((row) => row.organizationId === organizationId && 'id' in row && !row.domainId).map(({ pk }) => pk),
  );
  const isInside = (address: string) =>
    own.has(mailboxKey(address).pk) || holders.get(domainOfAddress(address)) === organizationId;
  return new Set(addresses.filter(isInside));
}

/** Whether the address still belongs to this mailbox, and not to one of a later holder of the domain. */
export async function ownsAddress(table: Table, mailbox: Pick<Mailbox, 'id' | 'address'>): Promise<boolean> {
  const row = await getRow(table, decodeAddressRow, mailboxKey(mailbox.address), { strong: true });
  return row !== undefined && 'id' in row && row.id === mailbox.id;
}

/**
 * Removes a mailbox that owns its address. An address on the stage's domain is retired: no other organization gets it.
 */
export function removeMailbox(mailbox: Mailbox, now: number): Change {
  const key = mailboxKey(mailbox.address);
  const condition = { expression: '#id = :id', names: { '#id': 'id' }, values: { ':id': mailbox.id } };
  if (mailbox.domainId !== undefined) return remove(key, RETRY, condition);
  const { address, organizationId } = mailbox;
  return put({ ...key, address, organizationId, retiredAt: now }, condition, RETRY);
}
