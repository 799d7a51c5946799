import type { Message } from '#shared/data/entities/mail/message.ts';
import { findIdentity } from '#shared/data/entities/organization/identity.ts';
import { allRecipients } from '#shared/domain/mail/reply.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { refusalBy, requireStillSendable } from '#shared/services/outgoing-mail/still-sendable.ts';

/**
 * What refuses a message that has waited for a later day, before its first attempt: what refuses a send, but for the
 * daily limit, in which it is counted already. `undefined` if nothing does, and for a message that has not waited.
 *
 * See: docs/contract/domains.md#new-domains.
 */
export async function refusalAfterWait(message: Message): Promise<string | undefined> {
  const { sendsAt = 0, queuedAt, createdAt, sendAttempts, organizationId, identityId } = message;
  if (sendsAt <= (queuedAt ?? createdAt) || sendAttempts !== undefined) return undefined;
  const table = getTable();
  const identity = await findIdentity(table, organizationId, identityId);
  if (identity === undefined || identity.status === 'suspended') return 'The agent is suspended.';
  const addresses = allRecipients(message).map(({ address }) => address);
  return refusalBy(() => requireStillSendable(table, { message, identity, addresses }));
}
