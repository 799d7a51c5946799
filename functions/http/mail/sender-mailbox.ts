import { findDomain } from '#shared/data/entities/mail/domain.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { invalid, notFound } from '#shared/domain/errors/errors.ts';
import type { MailAddress } from '#shared/domain/mail/address.ts';

export type SenderMailbox = Identity['mailboxes'][number];

/** The author of what is sent from a mailbox. */
export function senderOf(identity: Identity, { address }: SenderMailbox): MailAddress {
  return { address, name: identity.displayName };
}

/**
 * The agent's mailbox that a message is sent from: the one that the request names, or else the one with the message
 * that it replies to, or else the default one. A domain that is no longer verified cannot send until it is verified
 * again.
 */
export async function senderMailbox(
  table: Table,
  identity: Identity,
  choice: { named: string | undefined; answered: string | undefined },
): Promise<SenderMailbox> {
  const find = (id: string | undefined) => identity.mailboxes.find((mailbox) => mailbox.id === id);
  if (choice.named !== undefined) {
    const named = find(choice.named);
    if (named === undefined) throw notFound();
    if (await maySend(table, identity, named)) return named;
    throw invalid('mailbox_id', 'a mailbox on a verified domain');
  }
  const answered = find(choice.answered);
  if (answered !== undefined && (await maySend(table, identity, answered))) return answered;
  const fallback = identity.mailboxes.find(({ isDefault }) => isDefault);
  if (fallback === undefined) throw notFound();
  return fallback;
}

/** Whether the domain of a mailbox may send: the stage's domain always, other domains while they are verified. */
async function maySend(table: Table, { organizationId }: Identity, { domainId }: SenderMailbox): Promise<boolean> {
  if (domainId === undefined) return true;
  return (await findDomain(table, organizationId, domainId))?.status === 'verified';
}
