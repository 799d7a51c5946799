import type { MailRoute } from '../emulators/email/email-api.ts';
import { isRejected } from '../emulators/email/sending-events.ts';
import type { InboundMail } from './inbound-mail.ts';

/**
 * Delivers outgoing mail for addresses of this stack, in the same way as mail over SMTP.
 *
 * See: docs/contract/local-profile.md#outgoing-mail.
 */
export function loopBack(inbound: InboundMail): MailRoute {
  return async (mail) => {
    const { id, sender, recipients, suppressed, raw } = mail;
    const own = recipients.filter((address) => inbound.hosts(address) && !suppressed.has(address));
    if (own.length === 0 || isRejected(mail)) return;
    const host = 'email.amazonses.com';
    await inbound.accept({ sender, recipients: own, raw, host, address: '127.0.0.1', reference: id });
  };
}
