import type { MailRoute } from '../emulators/email/email-api.ts';
import type { InboundMail } from './inbound-mail.ts';

/**
 * Brings outgoing mail for addresses of this stack back in, on the same way as mail over SMTP.
 *
 * Rule: shapes, The local profile (Outgoing mail).
 */
export function loopBack(inbound: InboundMail): MailRoute {
  return async ({ id, sender, recipients, raw }) => {
    const own = recipients.filter((address) => inbound.hosts(address));
    if (own.length === 0) return;
    const host = 'email.amazonses.com';
    await inbound.accept({ sender, recipients: own, raw, host, address: '127.0.0.1', reference: id });
  };
}
