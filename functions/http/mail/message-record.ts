import type { Message } from '../../../shared/data/entities/message.ts';
import { timestamp } from '../../../shared/domain/time.ts';

/** A message as lists show it. A bcc only its sender may see. Rule: shapes, Mail. */
export function messageRecord(message: Message) {
  return {
    id: message.id,
    identity_id: message.identityId,
    mailbox_id: message.mailboxId,
    thread_id: message.threadId,
    direction: message.direction,
    status: message.status,
    folder: message.folder,
    from: message.from,
    to: message.to,
    cc: message.cc,
    ...(message.direction === 'outbound' ? { bcc: message.bcc } : {}),
    reply_to: message.replyTo,
    subject: message.subject,
    snippet: message.snippet,
    rfc_message_id: message.rfcMessageId,
    in_reply_to: message.inReplyTo,
    has_attachments: message.attachments.length > 0,
    attachments: message.attachments.map((attachment) => ({
      id: attachment.id,
      filename: attachment.filename,
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
    is_read: message.isRead,
    detail: message.detail,
    created_at: timestamp(message.createdAt),
    updated_at: timestamp(message.updatedAt),
  };
}
