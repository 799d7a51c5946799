import type { Message } from '#shared/data/entities/mail/message.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { recipientsToday } from '#shared/data/entities/organization/usage.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { recipientLimit, recipientLimitReached } from '#shared/domain/organization/organization-limits.ts';
import { refusalBy, requireStillSendable } from '../outgoing-mail/still-sendable.ts';
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
export function refusalOfMail(
  { table, now, settings: { limits } }: DecisionContext,
  { held, identity, addresses, ownerVerified }: ApprovedMail,
): Promise<string | undefined> {
  return refusalBy(async () => {
    const [, sentToday] = await allInOrder([
      requireStillSendable(table, { message: held, identity, addresses }),
      recipientsToday(table, identity.organizationId, now),
    ]);
    if (sentToday + addresses.length > recipientLimit(ownerVerified, limits)) {
      throw recipientLimitReached(ownerVerified, limits, now);
    }
  });
}
