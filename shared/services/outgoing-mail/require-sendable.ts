import { findBlockedAddresses } from '#shared/data/entities/contact/contact-policy.ts';
import { suppressedAmong } from '#shared/data/entities/mail/suppression.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { AppError } from '#shared/domain/errors/errors.ts';

/**
 * Throws if a contact rule forbids mail to any recipient, or if any recipient is suppressed. The whole message fails,
 * because a message sent to some recipients only would look as if all had got it.
 *
 * See: docs/contract/mail.md#sending-mail.
 */
export async function requireSendable(table: Table, identity: Identity, addresses: readonly string[]): Promise<void> {
  const { organizationId, id: identityId } = identity;
  const [refused, suppressed] = await Promise.all([
    findBlockedAddresses(table, { organizationId, identityId, direction: 'outbound', addresses }),
    suppressedAmong(table, [organizationId, identityId], addresses),
  ]);
  const [first] = refused;
  if (first !== undefined) {
    throw new AppError('contact_rule.recipient_blocked', `A contact rule blocks mail to ${first}.`);
  }
  const [held] = suppressed;
  if (held !== undefined) {
    throw new AppError(
      'mail.recipient_suppressed',
      held.reason === 'unsubscribe'
        ? `${held.address} has unsubscribed from this agent.`
        : `${held.address} is on the suppression list: an email to it bounced or was reported as spam.`,
    );
  }
}
