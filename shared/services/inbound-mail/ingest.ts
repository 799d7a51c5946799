import { rememberCorrespondents } from '#shared/data/direct-writes/correspondents.ts';
import { insertIngestGuard } from '#shared/data/entities/mail/ingest-guard.ts';
import { insertMailReferences } from '#shared/data/entities/mail/mail-reference.ts';
import type { Mailbox } from '#shared/data/entities/mail/mailbox.ts';
import { insertMessage, type Message, messageSummary } from '#shared/data/entities/mail/message.ts';
import { addToThread, insertThread, participantsOf, type ThreadEntry } from '#shared/data/entities/mail/thread.ts';
import { agentSummary } from '#shared/data/entities/organization/identity.ts';
import { retryOnStaleRead } from '#shared/data/retry-on-stale-read.ts';
import type { Plan } from '#shared/data/transaction-builder.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { MAX_AUTHORS } from '#shared/domain/mail/author.ts';
import type { MailFolder } from '#shared/domain/mail/message-fields.ts';
import { threadingIds } from '#shared/domain/mail/references.ts';
import { folderForWarnings } from '#shared/domain/mail/warning-rules.ts';
import type { ContentWarning } from '#shared/domain/safe-reading/content-warning.ts';
import { marksOf, unknownSequences } from '#shared/domain/safe-reading/text-marks.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { logger } from '#shared/runtime/log.ts';
import { expiryOfFiles } from '../mail-files/expiry-of-files.ts';
import { type EarlierMail, loadEarlierMail } from './earlier-mail.ts';
import type { ParsedMail } from './parsed-mail.ts';
import { joiningAuthors, ownDomains, warningsOf } from './warnings-of-mail.ts';

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
    return await ingestWhileStale(delivery, true);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'usage.storage_limit') throw error;
    const result = await ingestWhileStale(delivery, false);
    return result === 'blocked' ? 'no-room' : result;
  }
}

function ingestWhileStale(delivery: InboundDelivery, hasRoom: boolean): Promise<Ingested> {
  let runs = 0;
  return retryOnStaleRead((isOver) => ingestOnce(delivery, { hasRoom, isOver, strong: runs++ > 0 }));
}

async function ingestOnce(
  delivery: InboundDelivery,
  { hasRoom, isOver, strong }: { hasRoom: boolean; isOver: () => boolean; strong: boolean },
): Promise<Ingested> {
  const { mail, mailbox, providerMessageId } = delivery;
  const table = getTable();
  const authors = mail.from.slice(0, MAX_AUTHORS).map(({ address }) => address);
  const earlier = await loadEarlierMail(table, { mailbox, mail, providerMessageId, authors }, strong);
  if (earlier.isRepeated) return 'repeated';
  const warnings = warningsOf(mail, authors, earlier, isSenderVerified(delivery));
  const folder = hasRoom ? folderOf(delivery, authors, earlier, warnings) : 'blocked';
  const plan = planOf(delivery, earlier, { authors, warnings, folder, hasRoom });
  const storage = readEnv('LIMITS').LIMITS;
  const result = await commit(table, plan, { now: Date.now, isOver, storage });
  if (folder === 'inbox') await remember(delivery, authors, earlier);
  return result;
}

/** The folder of a message, by its checks and by the contact rules. */
function folderOf(
  delivery: InboundDelivery,
  authors: readonly string[],
  { policy, warningRules }: EarlierMail,
  warnings: readonly ContentWarning[],
): Exclude<MailFolder, 'sent' | 'archive'> {
  const { mail, verdicts } = delivery;
  const senderVerified = isSenderVerified(delivery);
  // An email without an author matches no rule about one, so the filter mode decides: an allowlist blocks it.
  const checked = authors.length === 0 ? [''] : authors;
  const isRefused = checked.some((author) => policy.isRefused(author, { direction: 'inbound', senderVerified }));
  if (isRefused || mail.hasTooManyAuthors || verdicts.virus === 'fail') return 'blocked';
  const byWarnings = checked.map((author) =>
    folderForWarnings(author, policy.rulesOf(author), warningRules, { senderVerified, warnings }),
  );
  if (byWarnings.includes('blocked')) return 'blocked';
  return byWarnings.includes('spam') || verdicts.spam === 'fail' ? 'spam' : 'inbox';
}

/** Records the authors as correspondents. The email is ingested whether that succeeds or not. */
async function remember(delivery: InboundDelivery, addresses: readonly string[], earlier: EarlierMail): Promise<void> {
  const { organizationId } = delivery.mailbox;
  const standing = isSenderVerified(delivery) ? 'verified' : 'claimed';
  const found = { organizationId, addresses, standing, own: ownDomains(earlier) } as const;
  try {
    await rememberCorrespondents(getTable(), found, earlier.correspondents);
  } catch (error) {
    logger.warn('correspondents not recorded', { error });
  }
}

interface Decision {
  authors: readonly string[];
  warnings: ContentWarning[];
  folder: MailFolder;
  hasRoom: boolean;
}

function planOf(delivery: InboundDelivery, earlier: EarlierMail, decision: Decision): Plan<Ingested> {
  const { mail, mailbox, providerMessageId, storedBytes } = delivery;
  const { organizationId, identityId } = mailbox;
  const blocked = decision.folder === 'blocked';
  return {
    build: (tx) => {
      const at = tx.nextTimestamp(organizationId);
      // A blocked mail joins no thread, and its references lead no later mail to one: a blocked sender must not affect
      // what the agent sees.
      const joined = blocked ? undefined : earlier.thread;
      const threadId = joined?.id ?? makeId('thread', at, randomPart());
      const message = messageOf(delivery, threadId, decision, at);
      if (decision.hasRoom) tx.countStored({ organizationId, bytes: storedBytes, until: expiryOfFiles(at) });
      tx.put(insertIngestGuard(providerMessageId, mailbox.id, at), insertMessage(message));
      if (blocked) return 'blocked';

      const thread = { id: threadId, organizationId, identityId, subject: mail.subject, createdAt: at };
      const entry = threadEntryOf(message, delivery, earlier, decision);
      tx.put(
        ...(joined === undefined ? insertThread(thread, entry) : addToThread(joined, entry, at)),
        ...insertMailReferences(identityId, threadingIds(message), threadId, earlier.references.known),
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
        agents: [agentSummary(earlier.identity)],
        at,
      });
      return 'ingested';
    },
  };
}

/** What the thread records of the message. Of a quotation, only what the thread does not have yet is marked. */
function threadEntryOf(
  message: Message,
  { mail, mailbox }: InboundDelivery,
  earlier: EarlierMail,
  { authors, warnings }: Decision,
): ThreadEntry {
  const { unknown } = unknownSequences(mail.sequences, message.threadId, earlier.texts ?? []);
  return {
    messageId: message.id,
    people: participantsOf(message, mailbox.address),
    warnings,
    joined: joiningAuthors(earlier, authors),
    marks: marksOf(unknown, message.threadId),
  };
}

function messageOf(
  delivery: InboundDelivery,
  threadId: string,
  { warnings, folder, hasRoom }: Decision,
  at: number,
): Message {
  const { verdicts, mail, mailbox, rawKey, contentKey } = delivery;
  const senderVerified = isSenderVerified(delivery);
  const blocked = folder === 'blocked';
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
    ...(warnings.length > 0 && { contentWarnings: warnings }),
    isRead: false,
    detail: hasRoom ? problemOf(mail) : NO_ROOM,
    rawKey,
    contentKey,
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
}

const NO_ROOM = 'The organization has reached its storage limit. The files of this message are deleted within a week.';

function problemOf({ problem, hasTooManyAuthors }: ParsedMail): string | null {
  if (problem !== null) return `not parsed: ${problem}`;
  return hasTooManyAuthors ? `refused: more than ${MAX_AUTHORS} authors` : null;
}

/** DMARC alone verifies the address that a person sees, and only if there is exactly one author (RFC 7489). */
function isSenderVerified({ verdicts, mail }: InboundDelivery): boolean {
  return verdicts.dmarc === 'pass' && mail.hasOneAuthor;
}
