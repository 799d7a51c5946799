import { findBlockedAddresses } from '#shared/data/entities/contact-policy.ts';
import { agentSummary, findIdentity, type Identity } from '#shared/data/entities/identity.ts';
import { insertIngestGuard, isIngested } from '#shared/data/entities/ingest-guard.ts';
import type { Mailbox } from '#shared/data/entities/mailbox.ts';
import { insertMessage, type Message, messageSummary } from '#shared/data/entities/message.ts';
import {
  addToThread,
  type FoundThread,
  findThreadByReferences,
  insertMailReferences,
  insertThread,
} from '#shared/data/entities/thread.ts';
import { retryOnStaleRead } from '#shared/data/retry-on-stale-read.ts';
import type { Plan } from '#shared/data/transaction-builder.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { AppError } from '#shared/domain/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids.ts';
import { MAX_AUTHORS } from '#shared/domain/mail/author.ts';
import { threadingIds } from '#shared/domain/mail/references.ts';
import { sortedWarnings } from '#shared/domain/safe-reading/content-warning.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { expiryOfFiles } from '../mail-files/expiry-of-files.ts';
import type { ParsedMail } from './parsed-mail.ts';

export type Ingested = 'ingested' | 'blocked' | 'repeated';

/** The authentication and content checks of the server that received the mail. */
export type Verdicts = Omit<Message['auth'], 'senderVerified'>;

/** An email to be ingested for one mailbox. */
export interface InboundDelivery {
  /** Identifies the mail, so that a mailbox ingests it only once. */
  providerMessageId: string;
  verdicts: Verdicts;
  /** The object keys of the raw mail and its parsed content. */
  rawKey: string;
  contentKey: string;
  mail: ParsedMail;
  mailbox: Mailbox;
  /** The bytes that count as stored by the organization of the mailbox. */
  storedBytes: number;
}

/**
 * Ingests an email for one mailbox, once. One commit writes the message, its thread and references, the guard against
 * repetitions, and the event. Runs again if what it loaded was stale. If the organization has no room for the message,
 * it is stored as blocked: `no-room`.
 */
export async function ingest(delivery: InboundDelivery): Promise<Ingested | 'no-room'> {
  try {
    return await retryOnStaleRead((isOver) => ingestOnce(delivery, true, isOver));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'usage.storage_limit') throw error;
    const result = await retryOnStaleRead((isOver) => ingestOnce(delivery, false, isOver));
    return result === 'blocked' ? 'no-room' : result;
  }
}

async function ingestOnce(delivery: InboundDelivery, hasRoom: boolean, isOver: () => boolean): Promise<Ingested> {
  const { mail, mailbox, providerMessageId } = delivery;
  const table = getTable();
  const ownIds = mail.rfcMessageId === null ? [] : [mail.rfcMessageId];
  const [repeated, identity, references, blockedAddresses] = await Promise.all([
    isIngested(table, providerMessageId, mailbox.id),
    findIdentity(table, mailbox.organizationId, mailbox.identityId),
    findThreadByReferences(table, mailbox.identityId, [...ownIds, ...mail.referencedIds]),
    findBlockedAddresses(table, {
      organizationId: mailbox.organizationId,
      identityId: mailbox.identityId,
      direction: 'inbound',
      // An email without an author matches no rule, so the filter mode decides: an allowlist blocks it.
      addresses: mail.from.length === 0 ? [''] : mail.from.slice(0, MAX_AUTHORS).map(({ address }) => address),
      senderVerified: isSenderVerified(delivery),
    }),
  ]);
  if (repeated) return 'repeated';
  if (identity === undefined) throw new Error('the agent of a mailbox does not exist');
  const isRefused = blockedAddresses.size > 0 || mail.hasTooManyAuthors || delivery.verdicts.virus === 'fail';
  const plan = planOf(delivery, identity, references, { isRefused, hasRoom });
  const storage = readEnv('LIMITS').LIMITS;
  return commit(table, plan, { now: Date.now, isOver, storage });
}

function planOf(
  delivery: InboundDelivery,
  identity: Identity,
  found: FoundThread,
  { isRefused, hasRoom }: { isRefused: boolean; hasRoom: boolean },
): Plan<Ingested> {
  const { mail, mailbox, providerMessageId, storedBytes } = delivery;
  const { organizationId, identityId } = mailbox;
  const blocked = isRefused || !hasRoom;
  return {
    build: (tx) => {
      const at = tx.nextTimestamp(organizationId);
      // A blocked mail joins no thread, and its references lead no later mail to one: a blocked sender must not affect
      // what the agent sees.
      const joined = blocked ? undefined : found.threadId;
      const threadId = joined ?? makeId('thread', at, randomPart());
      const message = messageOf(delivery, { threadId, blocked, hasRoom }, at);
      if (hasRoom) tx.countStored({ organizationId, bytes: storedBytes, until: expiryOfFiles(at) });
      tx.put(insertIngestGuard(providerMessageId, mailbox.id, at), insertMessage(message));
      if (blocked) return 'blocked';

      const thread = { id: threadId, organizationId, identityId, subject: mail.subject, createdAt: at };
      tx.put(
        ...(joined === undefined
          ? insertThread(thread, message.id)
          : addToThread(identityId, threadId, message.id, at)),
        ...insertMailReferences(identityId, threadingIds(message), threadId, found.known),
      );
      tx.appendEvent(organizationId, {
        type: 'mail.received',
        identityId,
        aggregateId: message.id,
        threadId,
        payload: {
          messageId: message.id,
          threadId,
          from: message.from[0]?.address ?? '',
          subject: message.subject,
        },
        message: messageSummary(message),
        agents: [agentSummary(identity)],
        at,
      });
      return 'ingested';
    },
  };
}

function messageOf(
  delivery: InboundDelivery,
  { threadId, blocked, hasRoom }: { threadId: string; blocked: boolean; hasRoom: boolean },
  at: number,
): Message {
  const { verdicts, mail, mailbox, rawKey, contentKey } = delivery;
  const senderVerified = isSenderVerified(delivery);
  const contentWarnings = sortedWarnings([...mail.warnings, ...(senderVerified ? [] : (['not_verified'] as const))]);
  const folder = blocked ? 'blocked' : verdicts.spam === 'fail' ? 'spam' : 'inbox';
  return {
    id: makeId('message', at, randomPart()),
    organizationId: mailbox.organizationId,
    identityId: mailbox.identityId,
    mailboxId: mailbox.id,
    threadId,
    ...(blocked && { isThreadless: true as const }),
    direction: 'inbound',
    status: 'received',
    folder,
    from: mail.from,
    to: mail.to,
    cc: mail.cc,
    bcc: [],
    replyTo: mail.replyTo,
    subject: mail.subject,
    snippet: mail.snippet,
    rfcMessageId: mail.rfcMessageId,
    inReplyTo: mail.inReplyTo,
    references: [...mail.referencedIds].reverse(),
    attachments: mail.attachments.map((attachment) => ({
      id: makeId('attachment', at, randomPart()),
      ...attachment,
    })),
    auth: {
      ...verdicts,
      senderVerified,
    },
    isAutomated: mail.isAutomated,
    ...(contentWarnings.length > 0 && { contentWarnings }),
    isRead: false,
    detail: hasRoom ? problemOf(mail) : NO_ROOM,
    rawKey,
    contentKey,
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
}

const NO_ROOM =
  'The organization stores as much content as it may. The files of this message are deleted within a week.';

function problemOf({ problem, hasTooManyAuthors }: ParsedMail): string | null {
  if (problem !== null) return `not parsed: ${problem}`;
  return hasTooManyAuthors ? `refused: more than ${MAX_AUTHORS} authors` : null;
}

/** DMARC alone verifies the address that a person sees, and only if there is exactly one author (RFC 7489). */
function isSenderVerified({ verdicts, mail }: InboundDelivery): boolean {
  return verdicts.dmarc === 'pass' && mail.hasOneAuthor;
}
