import type { Direction } from '#shared/domain/contact/access-rule.ts';
import { firstIdAt, isId, lastIdAt, MAX_TIME } from '#shared/domain/ids/ids.ts';
import type { MessageSummary } from '#shared/domain/log/events.ts';
import type { MailAddress } from '#shared/domain/mail/address.ts';
import type { AuthCheckResult, MailFolder, MailStatus } from '#shared/domain/mail/message-fields.ts';
import type { ContentWarning } from '#shared/domain/safe-reading/content-warning.ts';
import { type Change, insert, type Patch, RETRY, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { newestFirst } from '../../record-list.ts';
import { PREFIX } from '../../table.ts';
import { getRow, getRows, type Key, queryRows, type RangeQuery, type Row, type Table } from '../../table-client.ts';

export interface Attachment {
  id: string;
  filename: string | null;
  contentType: string;
  size: number;
  contentId: string | null;
  disposition: 'attachment' | 'inline';
  /** The object key of its bytes. Outgoing mail only: those of a received mail are part of its raw mail. */
  key?: string;
  /** The hash of its bytes. Only of emails that were held. */
  sha256?: string;
}

/**
 * A mail message without its bodies, which are stored in the bucket, as the raw mail is. See:
 * docs/contract/mail.md#message-record.
 */
export interface Message {
  id: string;
  organizationId: string;
  identityId: string;
  mailboxId: string;
  threadId: string;
  /** Set for an email that was refused. It belongs to no thread; `threadId` is the id that a new thread would get. */
  isThreadless?: true;
  direction: Direction;
  status: MailStatus;
  folder: MailFolder;
  from: MailAddress[];
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
  replyTo: MailAddress[];
  /**
   * The address that the envelope named, with its tag; null if it is not known. Absent in outgoing mail, and in rows of
   * 0.2.0.
   */
  deliveredTo?: string | null;
  subject: string;
  snippet: string;
  rfcMessageId: string | null;
  inReplyTo: string | null;
  /** The Message-IDs of earlier messages of the conversation, oldest first. */
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
  /**
   * Whether a program wrote the email. Of sent mail, whether it says so in `Auto-Submitted`, as all mail of 0.2.0 does.
   */
  isAutomated: boolean;
  /** What `Auto-Submitted` says, if not `auto-generated`. Sent mail only. See: RFC 3834, section 5. */
  autoSubmitted?: 'auto-replied';
  /** What is odd about a received email. Absent if nothing is, and in rows of 0.2.0. */
  contentWarnings?: ContentWarning[];
  isRead: boolean;
  /** In order. Absent if it has none. Releases up to 0.3.0 do not know labels, and keep them. */
  labels?: string[];
  /** The thread with counts that include the labels. Another thread, or none, where 0.3.0 has moved the message. */
  labelsCountedIn?: string;
  detail: string | null;
  /** The object key of the raw mail. Inbound only: that of an outgoing mail is built from its files. */
  rawKey?: string;
  /** The object key of the content. */
  contentKey: string;
  createdAt: number;
  updatedAt: number;
  version: number;
  /**
   * When the message was queued, if a person has approved it, and the hash that it was approved with. Releases up to
   * 0.3.0 know neither.
   */
  queuedAt?: number;
  approvedHash?: string;
  /**
   * The beginning of the UTC day on which the message counts against the limit of its new domain, if it has one: it is
   * not sent before. Releases up to 0.3.0 do not know it, and send the message at once.
   */
  sendsAt?: number;
  /** Whether a person, or a program with a key of the organization, has sent it. Absent if its agent has. */
  isByPerson?: true;
  /** When a provider accepted the message, and the provider's id of it. Outbound only. */
  sentAt?: number;
  providerMessageId?: string;
  /** When the lease of the current attempt to send expires, and how many attempts were started. */
  sendingUntil?: number;
  /** The id of that attempt. */
  sendingBy?: string;
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

/** Since when a queued message could be sent: since it was queued, or since the day for which it has waited. */
export function sendableSince({ createdAt, queuedAt, sendsAt }: Message): number {
  return Math.max(queuedAt ?? createdAt, sendsAt ?? 0);
}

/** Those of the messages that exist, in the order of the ids. */
export async function findMessages(table: Table, identityId: string, ids: readonly string[]): Promise<Message[]> {
  const keys = ids.map((id) => messageKey(identityId, id));
  const rows = await getRows(table, decodeMessage, keys, { strong: true });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The message with this id of one of the agents, by reads of all their mailboxes at once. */
export async function findMessageAmong(
  table: Table,
  identityIds: readonly string[],
  id: string,
): Promise<Message | undefined> {
  const keys = identityIds.map((identityId) => messageKey(identityId, id));
  const [found] = await getRows(table, decodeMessage, keys, { strong: true });
  return found;
}

/**
 * Changes attributes of a message. The send worker, delivery updates and clients change different attributes at the
 * same time. A change that depends on the status expects it to be unchanged since the message was read; otherwise the
 * operation retries.
 */
export function patchMessage(message: Message, patch: Patch, expect: 'none' | 'unchanged-status'): Change {
  const unchangedStatus = {
    expression:
      message.sentAt === undefined
        ? '#status = :seen_status AND attribute_not_exists(#sentAt)'
        : '#status = :seen_status AND attribute_exists(#sentAt)',
    names: { '#status': 'status', '#sentAt': 'sentAt' },
    values: { ':seen_status': message.status },
  };
  return update(messageKey(message.identityId, message.id), patch, {
    ...(expect === 'none' ? {} : { condition: unchangedStatus, onConditionFailed: RETRY }),
  });
}

/** Messages of an identity before a time (exclusive), newest first. */
export function messagesBefore(
  table: Table,
  identityId: string,
  before: number | undefined,
  page: number | Pick<RangeQuery, 'firstPage' | 'pageSize' | 'limit'>,
) {
  return newestFirst(table, decodeMessage, { pk: `${PREFIX.mail}${identityId}`, kind: 'message' }, before, page);
}

/** Messages between two ids, both included. */
interface MessageRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** At most `limit` messages of a range, in either order, by strongly consistent reads. */
export function messagesBetween(
  table: Table,
  identityId: string,
  { from = firstIdAt('message', 0), to = lastIdAt('message', MAX_TIME) }: MessageRange,
  { limit, newestFirst = false }: { readonly limit: number; readonly newestFirst?: boolean },
): AsyncGenerator<Row<Message>> {
  const range = { pk: `${PREFIX.mail}${identityId}`, from, to, newestFirst, strong: true, limit };
  return queryRows(table, decodeMessage, range);
}

/**
 * The newest messages of an identity after a time (exclusive), newest first, at most `limit`. The read is eventually
 * consistent: it may lack one of the last moment.
 */
export function messagesSince(
  table: Table,
  identityId: string,
  after: number,
  limit: number,
): AsyncGenerator<Row<Message>> {
  const [from, to] = [firstIdAt('message', after + 1), lastIdAt('message', MAX_TIME)];
  return queryRows(table, decodeMessage, { pk: `${PREFIX.mail}${identityId}`, from, to, newestFirst: true, limit });
}

/**
 * The summary of a message in events and webhooks. It never contains a bcc. See:
 * docs/contract/webhooks.md#request-body.
 */
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
