import { AppError } from '../../domain/errors.ts';
import { mailboxAddressOf } from '../../domain/mail/address.ts';
import { type Change, insert } from '../change.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';

/** Where mail for an address goes: the guard that keeps the address unique is also what routing reads. */
export interface Mailbox {
  id: string;
  address: string;
  organizationId: string;
  identityId: string;
}

/** `recipient` may carry a `+tag` and upper case. */
export function mailboxKey(recipient: string): Key {
  return { pk: `${PREFIX.mailboxAddress}${mailboxAddressOf(recipient)}`, sk: 'MAILBOX' };
}

export function insertMailbox(mailbox: Mailbox): Change {
  return insert({ ...mailboxKey(mailbox.address), ...mailbox }, () => new AppError('mailbox.taken'));
}

export function findMailbox(table: Table, recipient: string): Promise<Mailbox | undefined> {
  return getRow<Mailbox>(table, mailboxKey(recipient), { strong: true });
}
