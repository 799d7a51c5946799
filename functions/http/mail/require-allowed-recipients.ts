import { AppError } from '#shared/domain/errors/errors.ts';
import { recipientOutside } from '#shared/domain/oauth/recipients.ts';

/**
 * Throws 403 if a message has a recipient that the person who has allowed the client did not name. It holds for replies
 * and forwards too, because their recipients come from others.
 *
 * See: docs/contract/oauth.md#recipients.
 */
export function requireAllowedRecipients(recipients: readonly string[], addresses: readonly string[]): void {
  const outside = recipientOutside(addresses, recipients);
  if (outside === undefined) return;
  throw new AppError(
    'auth.forbidden',
    `This credential may not write to ${outside}, only to: ${recipients.join(', ')}. The person who has allowed it decides.`,
  );
}
