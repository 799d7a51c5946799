import { findBlockedAddresses } from '../../../shared/data/entities/contact-policy.ts';
import type { Identity } from '../../../shared/data/entities/identity.ts';
import { suppressedAmong } from '../../../shared/data/entities/suppression.ts';
import type { Table } from '../../../shared/data/table-client.ts';
import { AppError } from '../../../shared/domain/errors.ts';

/**
 * Refuses a message that a contact rule forbids for any of its recipients, or whose recipient does not want mail or
 * does not exist. All or nothing: a message that went to some of its recipients would look as if it went to all.
 *
 * See: docs/contract/errors.md#error-codes.
 */
export async function requireSendable(table: Table, identity: Identity, addresses: readonly string[]): Promise<void> {
  const { organizationId, id: identityId } = identity;
  const [refused, suppressed] = await Promise.all([
    findBlockedAddresses(table, { organizationId, identityId, direction: 'outbound', addresses }),
    suppressedAmong(table, organizationId, addresses),
  ]);
  const [first] = refused;
  if (first !== undefined) {
    throw new AppError('contact_rule.recipient_blocked', `A contact rule forbids mail to ${first}.`);
  }
  if (suppressed[0] !== undefined) {
    throw new AppError(
      'mail.recipient_suppressed',
      `${suppressed[0]} is on the suppression list: mail to it bounced, or its owner complained.`,
    );
  }
}
