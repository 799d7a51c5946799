import { findDomain } from '../../../shared/data/entities/domain.ts';
import type { Identity } from '../../../shared/data/entities/identity.ts';
import type { Table } from '../../../shared/data/table-client.ts';
import { invalid, notFound } from '../../../shared/domain/errors.ts';

export type SenderMailbox = Identity['mailboxes'][number];

/**
 * The agent's mailbox that a message is sent from: the one that is named, else the default one. A domain that has lost
 * its proof sends no more, until it has it again.
 */
export async function senderMailbox(table: Table, identity: Identity, id: string | undefined): Promise<SenderMailbox> {
  const mailbox = identity.mailboxes.find((one) => (id === undefined ? one.isDefault : one.id === id));
  if (mailbox === undefined) throw notFound();
  if (mailbox.domainId === undefined) return mailbox;
  const domain = await findDomain(table, identity.organizationId, mailbox.domainId);
  if (domain?.status !== 'verified') throw invalid('mailbox_id', 'a mailbox on a verified domain');
  return mailbox;
}
