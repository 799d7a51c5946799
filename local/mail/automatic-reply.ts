import { setTimeout as sleep } from 'node:timers/promises';
import MailComposer from 'nodemailer/lib/mail-composer';
import { readWithinBounds } from '#shared/services/inbound-mail/bounded-parser.ts';
import { headerOnly } from '#shared/services/inbound-mail/header-only.ts';
import type { MailRoute } from '../emulators/email/email-api.ts';
import { scenarioOf } from '../emulators/email/mailbox-simulator.ts';
import type { OutgoingMail } from '../emulators/email/outbox.ts';
import { isRejected } from '../emulators/email/sending-events.ts';
import type { InboundMail } from './inbound-mail.ts';

/**
 * A reply takes at least a second. One that arrived sooner could overtake the commit that records the Message-ID of the
 * email, and would not join its thread.
 */
const REPLY_DELAY_MS = 1000;

/**
 * The automatic reply of the simulator's out-of-office address, if the sender's address belongs to this stack.
 *
 * See: docs/contract/local-profile.md#outgoing-mail; SES developer guide, Using the mailbox simulator; RFC 3834.
 */
export function replyAutomatically(inbound: InboundMail): MailRoute {
  return async (mail) => {
    if (!inbound.hosts(mail.sender) || isRejected(mail)) return;
    for (const recipient of mail.recipients) {
      if (scenarioOf(recipient).answers === undefined || mail.suppressed.has(recipient)) continue;
      await sleep(REPLY_DELAY_MS, undefined, { ref: false });
      await inbound.accept({
        // An automatic reply has no return path, so that no program replies to it (RFC 3834, section 3.3).
        sender: '',
        recipients: [mail.sender],
        raw: await replyTo(mail, recipient),
        host: 'simulator.amazonses.com',
        address: '127.0.0.1',
        reference: `${mail.id} ${recipient}`,
      });
    }
  };
}

async function replyTo(mail: OutgoingMail, recipient: string): Promise<Buffer> {
  const { email } = await readWithinBounds(headerOnly(mail.raw).bytes);
  const { subject = '', messageId } = email;
  const reply = new MailComposer({
    from: recipient,
    to: mail.sender,
    subject: `Auto: ${subject}`,
    // Derived from the email, so that a reply that is routed again is the same reply.
    messageId: `<${mail.id}.${recipient.slice(0, recipient.indexOf('@'))}@simulator.amazonses.com>`,
    ...(messageId !== undefined && { inReplyTo: messageId, references: messageId }),
    text: 'I am out of the office.\n',
    headers: { 'Auto-Submitted': 'auto-replied' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return reply.compile().build();
}
