import { findDomain } from '../../../shared/data/entities/domain.ts';
import type { Identity } from '../../../shared/data/entities/identity.ts';
import type { Table } from '../../../shared/data/table-client.ts';
import { invalid, notFound } from '../../../shared/domain/errors.ts';

export type SenderMailbox = Identity['mailboxes'][number];

/**
 * The agent's mailbox that a message is sent from: the one that is named, else the one that the answered message lies
 * in, else the default one. A domain that has lost its proof sends no more, until it has it again.
 */
export async function senderMailbox(
  table: Table,
  identity: Identity,
  choice: { named: string | undefined; answered: string | undefined },
): Promise<SenderMailbox> {
  const find = (id: string | undefined) => identity.mailboxes.find((one) => one.id === id);
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

/** Whether the domain of a mailbox may send: the stage's own always, others while they are verified. */
async function maySend(table: Table, { organizationId }: Identity, { domainId }: SenderMailbox): Promise<boolean> {
  if (domainId === undefined) return true;
  return (await findDomain(table, organizationId, domainId))?.status === 'verified';
}
