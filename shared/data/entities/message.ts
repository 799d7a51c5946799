import type { MessageSummary } from '../../domain/events.ts';
import { isId } from '../../domain/ids.ts';
import type { MailAddress } from '../../domain/mail/address.ts';
import { type Change, insert } from '../change.ts';
import { newestFirst } from '../record-list.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';

export type Verdict = 'pass' | 'fail' | 'gray' | 'none';

export interface Attachment {
  id: string;
  filename: string | null;
  contentType: string;
  size: number;
  contentId: string | null;
  disposition: 'attachment' | 'inline';
}

/** A mail message without its bodies, which lie beside the raw mail in the bucket. Rule: shapes, Mail. */
export interface Message {
  id: string;
  organizationId: string;
  identityId: string;
  mailboxId: string;
  threadId: string;
  direction: 'inbound' | 'outbound';
  status: 'queued' | 'sent' | 'delivered' | 'bounced' | 'complained' | 'failed' | 'received';
  folder: 'inbox' | 'sent' | 'spam' | 'blocked' | 'archive';
  from: MailAddress[];
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
  replyTo: MailAddress[];
  subject: string;
  snippet: string;
  rfcMessageId: string | null;
  inReplyTo: string | null;
  attachments: Attachment[];
  auth: { spf: Verdict; dkim: Verdict; dmarc: Verdict; spam: Verdict; virus: Verdict; senderVerified: boolean };
  isAutomated: boolean;
  isRead: boolean;
  detail: string | null;
  /** Where the raw mail and its parsed content lie in the bucket. */
  rawKey: string;
  contentKey: string;
  createdAt: number;
  updatedAt: number;
  version: number;
}

export function messageKey(identityId: string, id: string): Key {
  return { pk: `${PREFIX.mail}${identityId}`, sk: id };
}

export function insertMessage(message: Message): Change {
  return insert({ ...messageKey(message.identityId, message.id), ...message });
}

export async function findMessage(table: Table, identityId: string, id: string): Promise<Message | undefined> {
  if (!isId('message', id)) return undefined;
  return getRow<Message>(table, messageKey(identityId, id), { strong: true });
}

/** Messages of an agent before a time (exclusive), newest first. */
export function messagesBefore(table: Table, identityId: string, before: number | undefined, pageSize: number) {
  return newestFirst<Message>(table, { pk: `${PREFIX.mail}${identityId}`, kind: 'message' }, before, pageSize);
}

/** What events and webhooks tell of a message. Never a bcc. Rule: specification, Webhook request body. */
export function messageSummary(message: Message): MessageSummary {
  return {
    id: message.id,
    direction: message.direction,
    from: message.from.map(({ address }) => ({ address })),
    subject: message.subject,
    snippet: message.snippet,
    has_attachments: message.attachments.length > 0,
  };
}
