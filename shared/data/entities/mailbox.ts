import { AppError } from '../../domain/errors.ts';
import { mailboxAddressOf } from '../../domain/mail/address.ts';
import { type Change, put, RETRY, remove } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';
import { findDomain } from './domain.ts';

/** Where mail for an address goes: the guard that keeps the address unique is also what routing reads. */
export interface Mailbox {
  id: string;
  address: string;
  organizationId: string;
  identityId: string;
  /** The organization's own domain that it is on; none: the stage's mail domain. */
  domainId?: string;
}

/** What is left of an address on the stage's domain when its mailbox is gone: nobody else may have it. */
type AddressRow = Mailbox | (Pick<Mailbox, 'address' | 'organizationId'> & { retiredAt: number });

const decodeAddressRow = rowDecoder<AddressRow>({ address: 'string', organizationId: 'string' });

/** `recipient` may carry a `+tag` and upper case. */
export function mailboxKey(recipient: string): Key {
  return { pk: `${PREFIX.mailboxAddress}${mailboxAddressOf(recipient)}`, sk: 'MAILBOX' };
}

/**
 * A mailbox, on an address that is free. On the stage's domain a retired address is free for its old organization alone.
 * On a domain of an organization's own, whoever holds the domain now has the say: what an earlier holder left behind
 * gives way. That the domain is held is for the same commit to see to.
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
 * The mailbox that mail for the address reaches now. One on a domain that its organization does not hold any more
 * reaches nobody: the address is not theirs.
 */
export async function findMailbox(table: Table, recipient: string): Promise<Mailbox | undefined> {
  const row = await getRow(table, decodeAddressRow, mailboxKey(recipient), { strong: true });
  if (row === undefined || 'retiredAt' in row) return undefined;
  if (row.domainId === undefined) return row;
  const domain = await findDomain(table, row.organizationId, row.domainId);
  return domain?.status === 'verified' ? row : undefined;
}

/** Whether the address is this mailbox's still, and not that of somebody who holds the domain after it. */
export async function ownsAddress(table: Table, mailbox: Pick<Mailbox, 'id' | 'address'>): Promise<boolean> {
  const row = await getRow(table, decodeAddressRow, mailboxKey(mailbox.address), { strong: true });
  return row !== undefined && 'id' in row && row.id === mailbox.id;
}

/** Ends a mailbox that owns its address. An address of the stage's domain is kept from everybody else for good. */
export function removeMailbox(mailbox: Mailbox, now: number): Change {
  const key = mailboxKey(mailbox.address);
  const condition = { expression: '#id = :id', names: { '#id': 'id' }, values: { ':id': mailbox.id } };
  if (mailbox.domainId !== undefined) return remove(key, RETRY, condition);
  const { address, organizationId } = mailbox;
  return put({ ...key, address, organizationId, retiredAt: now }, condition, RETRY);
}
