import type { Direction } from '../../domain/access-rule.ts';
import type { MessageSummary } from '../../domain/events.ts';
import { isId } from '../../domain/ids.ts';
import type { MailAddress } from '../../domain/mail/address.ts';
import type { AuthCheckResult, MailFolder, MailStatus } from '../../domain/mail/message-fields.ts';
import { type Change, insert, type Patch, RETRY, update } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { newestFirst } from '../record-list.ts';
import { PREFIX } from '../table.ts';
import { getRow, getRows, type Key, type Table } from '../table-client.ts';

export interface Attachment {
  id: string;
  filename: string | null;
  contentType: string;
  size: number;
  contentId: string | null;
  disposition: 'attachment' | 'inline';
  /** Where its bytes lie in the bucket; absent where they were not kept apart from the raw mail. */
  key?: string;
}

/** A mail message without its bodies, which lie beside the raw mail in the bucket. See: docs/contract/mail.md#message-record. */
export interface Message {
  id: string;
  organizationId: string;
  identityId: string;
  mailboxId: string;
  threadId: string;
  /** A mail that was refused: no thread has it, and its `threadId` is that of the thread it would begin. */
  isThreadless?: true;
  direction: Direction;
  status: MailStatus;
  folder: MailFolder;
  from: MailAddress[];
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
  replyTo: MailAddress[];
  subject: string;
  snippet: string;
  rfcMessageId: string | null;
  inReplyTo: string | null;
  /** Message-IDs of the conversation before this message, oldest first. */
  references?: string[];
  attachments: Attachment[];
  auth: {
    spf: AuthCheckResult;
    dkim: AuthCheckResult;
    dmarc: AuthCheckResult;
    spam: AuthCheckResult;
    virus: AuthCheckResult;
    senderVerified: boolean;
  };
  isAutomated: boolean;
  isRead: boolean;
  detail: string | null;
  /** Where the raw mail and its parsed content lie in the bucket; an outbound mail's raw form only once it is built. */
  rawKey: string;
  contentKey: string;
  createdAt: number;
  updatedAt: number;
  version: number;
  /** When a provider took the message, and the id it gave it. Outbound only. */
  sentAt?: number;
  providerMessageId?: string;
  /** Until when somebody attempts to send it, and how often that was begun. */
  sendingUntil?: number;
  sendAttempts?: number;
}

const decodeMessage = rowDecoder<Message>({
  id: 'string',
  organizationId: 'string',
  identityId: 'string',
  direction: 'string',
  status: 'string',
  folder: 'string',
  threadId: 'string',
  createdAt: 'number',
  version: 'number',
});

export function messageKey(identityId: string, id: string): Key {
  return { pk: `${PREFIX.mail}${identityId}`, sk: id };
}

export function insertMessage(message: Message): Change {
  return insert({ ...messageKey(message.identityId, message.id), ...message });
}

export async function findMessage(table: Table, identityId: string, id: string): Promise<Message | undefined> {
  if (!isId('message', id)) return undefined;
  return getRow(table, decodeMessage, messageKey(identityId, id), { strong: true });
}

/** Messages by their ids, in the ids' order; what is missing is left out. */
export async function findMessages(table: Table, identityId: string, ids: readonly string[]): Promise<Message[]> {
  const keys = ids.map((id) => messageKey(identityId, id));
  const rows = await getRows(table, decodeMessage, keys, { strong: true });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Changes a message as it was read. Sending, its outcomes and its reader change different attributes at the same
 * time: those that follow from the state carry `seen`, the message as it was read, and run again when it has moved.
 */
export function patchMessage(message: Message, patch: Patch, expect: 'any' | 'same progress'): Change {
  const progress = {
    expression:
      message.sentAt === undefined
        ? '#status = :seen_status AND attribute_not_exists(#sentAt)'
        : '#status = :seen_status AND attribute_exists(#sentAt)',
    names: { '#status': 'status', '#sentAt': 'sentAt' },
    values: { ':seen_status': message.status },
  };
  return update(messageKey(message.identityId, message.id), patch, {
    ...(expect === 'any' ? {} : { condition: progress, onConditionFailed: RETRY }),
  });
}

/** Changes a message that no thread had, and has one now. Runs again when it has one already. */
export function updateMessageThread(message: Message, threadId: string, changes: Record<string, unknown>): Change {
  return update(
    messageKey(message.identityId, message.id),
    { set: { ...changes, threadId }, remove: ['isThreadless'] },
    { condition: { expression: 'attribute_exists(isThreadless)' }, onConditionFailed: RETRY },
  );
}

/** The Message-IDs by which a mail finds its thread: its own, then those that it may answer, nearest first. */
export function threadingIds({ rfcMessageId, references = [] }: Message): string[] {
  return [...(rfcMessageId === null ? [] : [rfcMessageId]), ...[...references].reverse()];
}

/** Messages of an agent before a time (exclusive), newest first. */
export function messagesBefore(table: Table, identityId: string, before: number | undefined, pageSize: number) {
  return newestFirst(table, decodeMessage, { pk: `${PREFIX.mail}${identityId}`, kind: 'message' }, before, pageSize);
}

/** What events and webhooks tell of a message. Never a bcc. See: docs/contract/webhooks.md#request-body. */
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
