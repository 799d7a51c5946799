import { findDomain } from '#shared/data/entities/mail/domain.ts';
import type { Message } from '#shared/data/entities/mail/message.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { recipientsToday } from '#shared/data/entities/organization/usage.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { recipientLimit, recipientLimitReached } from '#shared/domain/organization/organization-limits.ts';
import { mailFileTime } from '../mail-files/mail-store.ts';
import { requireSendable } from '../outgoing-mail/require-sendable.ts';
import type { DecisionContext } from './effect.ts';

interface ApprovedMail {
  /** The email as it was held. The content of an edit is stored with the decision only. */
  readonly held: Message;
  readonly identity: Identity;
  /** Its recipients, after an edit. */
  readonly addresses: readonly string[];
  readonly ownerVerified: boolean;
}

/**
 * What refuses an approved email now, although nothing did when it was held: a contact rule, a suppression, a limit,
 * its mailbox or its domain. `undefined` if nothing does. The reads are strong, and the commit checks the rows again
 * that it can.
 */
export async function refusalOfMail(
  { table, now, settings: { limits } }: DecisionContext,
  { held, identity, addresses, ownerVerified }: ApprovedMail,
): Promise<string | undefined> {
  try {
    const { organizationId } = identity;
    const [, sentToday] = await allInOrder([
      requireMailbox(held, identity),
      recipientsToday(table, organizationId, now),
      requireSendable(table, identity, addresses),
      requireDomain(),
      requireFiles(held),
    ]);
    if (sentToday + addresses.length > recipientLimit(ownerVerified, limits)) {
      throw recipientLimitReached(ownerVerified, limits, now);
    }
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    if (error instanceof AppError) return `${error.code}: ${error.message}`;
    throw error;
  }

  async function requireDomain(): Promise<void> {
    const domainId = identity.mailboxes.find(({ id }) => id === held.mailboxId)?.domainId;
    if (domainId === undefined) return;
    const domain = await findDomain(table, identity.organizationId, domainId);
    if (domain?.status !== 'verified') throw new Refused('The domain of the mailbox is not verified any more.');
  }
}

/** A reason that has no error code, because no request meets it. */
class Refused extends Error {}

async function requireMailbox({ mailboxId, from }: Message, { mailboxes }: Identity): Promise<void> {
  const mailbox = mailboxes.find(({ id }) => id === mailboxId);
  if (mailbox === undefined || mailbox.address !== from[0]?.address) {
    throw new Refused('The agent does not have the mailbox any more.');
  }
}

/** The bucket deletes files after the retention period of the stage, which may end before the approval does. */
async function requireFiles({ contentKey, attachments }: Message): Promise<void> {
  const keys = [contentKey, ...attachments.flatMap(({ key }) => key ?? [])];
  const times = await Promise.all(keys.map(mailFileTime));
  if (times.includes(undefined)) throw new Refused('The files of the message have expired.');
}
