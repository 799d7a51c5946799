import { insertIngestGuard } from '#shared/data/entities/mail/ingest-guard.ts';
import { insertMailReferences } from '#shared/data/entities/mail/mail-reference.ts';
import { insertMessage, type Message, messageSummary } from '#shared/data/entities/mail/message.ts';
import { recordCopy } from '#shared/data/entities/mail/message-copies.ts';
import { addToThread, insertThread, participantsOf, type ThreadEntry } from '#shared/data/entities/mail/thread.ts';
import { agentSummary } from '#shared/data/entities/organization/identity.ts';
import type { Plan } from '#shared/data/transaction-builder.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { MAX_AUTHORS } from '#shared/domain/mail/author.ts';
import type { MailFolder } from '#shared/domain/mail/message-fields.ts';
import { NO_ROOM } from '#shared/domain/mail/no-room.ts';
import { threadingIds } from '#shared/domain/mail/references.ts';
import type { ContentWarning } from '#shared/domain/safe-reading/content-warning.ts';
import { marksOf, unknownSequences } from '#shared/domain/safe-reading/text-marks.ts';
import { expiryOfFiles } from '../mail-files/expiry-of-files.ts';
import { stageIndexUpdate } from '../search/stage-index-update.ts';
import type { MentionsOfMail } from '../vouching/mentions-of-mail.ts';
import type { EarlierMail } from './earlier-mail.ts';
import { type InboundDelivery, type Ingested, isSenderVerified } from './inbound-delivery.ts';
import { cut, MAX_ADDRESS, type ParsedMail } from './parsed-mail.ts';
import { joiningAuthors } from './warnings-of-mail.ts';

/** What was decided about an email, before its commit. */
export interface Decision {
  authors: readonly string[];
  warnings: ContentWarning[];
  folder: MailFolder;
  hasRoom: boolean;
  mentions: MentionsOfMail;
}

/** The commit of an email: its message, thread and references, the guards against repetitions, and the event. */
export function planOf(delivery: InboundDelivery, earlier: EarlierMail, decision: Decision): Plan<Ingested> {
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
      tx.put(
        insertIngestGuard(providerMessageId, mailbox.id, at),
        insertMessage(message),
        ...stageIndexUpdate(message),
        // What a refused email mentions is a stranger's too: the agent can read it.
        ...decision.mentions.changes(earlier.mentions, {
          messageId: message.id,
          vouched: decision.folder === 'inbox' ? earlier.vouched : 'nothing',
          now: at,
        }),
        ...recordCopy(earlier.copies, { rfcMessageId: mail.rfcMessageId, mailbox, messageId: message.id }, at),
      );
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
  const { verdicts, mail, mailbox, deliveredTo, rawKey, contentKey } = delivery;
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
    ...(deliveredTo !== undefined && { deliveredTo: cut(deliveredTo, MAX_ADDRESS) }),
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

function problemOf({ problem, hasTooManyAuthors }: ParsedMail): string | null {
  if (problem !== null) return `not parsed: ${problem}`;
  return hasTooManyAuthors ? `refused: more than ${MAX_AUTHORS} authors` : null;
}
