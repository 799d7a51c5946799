import type { SendMailBody } from '#shared/contract/schemas/outgoing-mail.ts';
import type { Message } from '#shared/data/entities/mail/message.ts';
import { outgoingFiles, requestedAttachments } from '#shared/services/outgoing-mail/outgoing-files.ts';

/** A message as a request to send stores it, with its files in the bucket. `more` changes its row. */
export async function outgoingMessage(
  name: string,
  body: Partial<SendMailBody>,
  more: Partial<Message> = {},
): Promise<Message> {
  const { text, html, headers, subject = 'Hello' } = body;
  const written = { text, html };
  const attachments = requestedAttachments(body as SendMailBody);
  const files = await outgoingFiles(name, { ...written, written, headers, attachments, subject, isAnswer: false });
  await files.store();
  return {
    id: `msg_${name}`,
    organizationId: 'org',
    identityId: 'agent',
    mailboxId: 'mailbox',
    threadId: 'thread',
    direction: 'outbound',
    status: 'queued',
    folder: 'sent',
    from: [{ address: 'ada@agents.test', name: 'Ada' }],
    to: [{ address: 'bob@example.com', name: null }],
    cc: [],
    bcc: [],
    replyTo: [],
    subject,
    snippet: files.snippet,
    rfcMessageId: `<msg_${name}@agents.test>`,
    inReplyTo: null,
    references: [],
    attachments: files.attachments.map((attachment, index) => ({ id: `att_${index}`, ...attachment })),
    auth: { spf: 'none', dkim: 'none', dmarc: 'none', spam: 'none', virus: 'none', senderVerified: true },
    isAutomated: false,
    isRead: true,
    detail: null,
    contentKey: files.contentKey,
    createdAt: Date.UTC(2026, 0, 2, 3, 4, 5),
    updatedAt: 1,
    version: 1,
    ...more,
  };
}
