import type { Message } from '#shared/data/entities/mail/message.ts';
import type { MailAddress } from '#shared/domain/mail/address.ts';
import { seenValue } from '#shared/domain/safe-reading/seen-value.ts';
import { timestamp } from '#shared/domain/time/time.ts';

/** How a text of a message is shown: one that was received, as a person sees it. */
export function shownIn({ direction }: Pick<Message, 'direction'>): <T>(text: T) => T {
  return direction === 'inbound' ? seenValue : (text) => text;
}

/**
 * A message in the form of lists. Only the sender sees the bcc recipients. Received messages are stored without
 * invisible characters, but earlier releases kept them.
 *
 * See: docs/contract/mail.md#message-record; docs/safe-reading.md#characters.
 */
export function messageRecord(message: Message) {
  const shown = shownIn(message);
  const addressRecord = ({ address, name }: MailAddress) => ({ address, name: shown(name) });
  return {
    id: message.id,
    identity_id: message.identityId,
    mailbox_id: message.mailboxId,
    thread_id: message.threadId,
    direction: message.direction,
    status: message.status,
    folder: message.folder,
    from: message.from.map(addressRecord),
    to: message.to.map(addressRecord),
    cc: message.cc.map(addressRecord),
    ...(message.direction === 'outbound' ? { bcc: message.bcc.map(addressRecord) } : {}),
    reply_to: message.replyTo.map(addressRecord),
    ...(message.deliveredTo !== undefined && { delivered_to: message.deliveredTo }),
    subject: shown(message.subject),
    snippet: shown(message.snippet),
    rfc_message_id: message.rfcMessageId,
    in_reply_to: message.inReplyTo,
    has_attachments: message.attachments.length > 0,
    attachments: message.attachments.map((attachment) => ({
      id: attachment.id,
      filename: shown(attachment.filename),
      content_type: attachment.contentType,
      size: attachment.size,
      content_id: attachment.contentId,
      disposition: attachment.disposition,
    })),
    auth: {
      spf: message.auth.spf,
      dkim: message.auth.dkim,
      dmarc: message.auth.dmarc,
      spam: message.auth.spam,
      virus: message.auth.virus,
      sender_verified: message.auth.senderVerified,
    },
    is_automated: message.isAutomated,
    content_warnings: message.contentWarnings ?? [],
    is_read: message.isRead,
    labels: message.labels ?? [],
    detail: shown(message.detail),
    created_at: timestamp(message.createdAt),
    updated_at: timestamp(message.updatedAt),
  };
}
