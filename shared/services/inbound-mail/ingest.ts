import { findBlockedAddresses } from '../../data/entities/contact-policy.ts';
import { agentSummary, findIdentity, type Identity } from '../../data/entities/identity.ts';
import { insertIngestGuard, isIngested } from '../../data/entities/ingest-guard.ts';
import type { Mailbox } from '../../data/entities/mailbox.ts';
import { insertMessage, type Message, messageSummary, threadingIds } from '../../data/entities/message.ts';
import {
  addToThread,
  type FoundThread,
  findThreadByReferences,
  insertMailReferences,
  insertThread,
} from '../../data/entities/thread.ts';
import { retryOnStaleRead } from '../../data/retry-on-stale-read.ts';
import { commit, type Plan } from '../../data/unit-of-work.ts';
import { makeId, randomPart } from '../../domain/ids.ts';
import { getTable } from '../../runtime/clients.ts';
import type { ParsedMail } from './parsed-mail.ts';

export type Ingested = 'ingested' | 'blocked' | 'repeated';

/** How whoever took the mail in judged it. */
export type Verdicts = Omit<Message['auth'], 'senderVerified'>;

/** A mail on its way into one mailbox. */
export interface InboundDelivery {
  /** The same whenever the same mail is handed in again: a mailbox ingests it once. */
  providerMessageId: string;
  verdicts: Verdicts;
  /** Where the raw mail and its parsed content lie. */
  rawKey: string;
  contentKey: string;
  /** Where each attachment lies, in the mail's order; empty where they are not kept apart. */
  attachmentKeys: readonly string[];
  mail: ParsedMail;
  mailbox: Mailbox;
}

/**
 * Ingests a mail for one mailbox, once: message, thread, references, the guard against repeats and the event, in
 * one commit. Load, decide, stage; again when what was loaded was stale.
 */
export function ingest(arrival: InboundDelivery): Promise<Ingested> {
  return retryOnStaleRead(() => ingestOnce(arrival));
}

async function ingestOnce(arrival: InboundDelivery): Promise<Ingested> {
  const { mail, mailbox, providerMessageId } = arrival;
  const table = getTable();
  const ownIds = mail.rfcMessageId === null ? [] : [mail.rfcMessageId];
  const [repeated, identity, references, refused] = await Promise.all([
    isIngested(table, providerMessageId, mailbox.id),
    findIdentity(table, mailbox.organizationId, mailbox.identityId),
    findThreadByReferences(table, mailbox.identityId, [...ownIds, ...mail.referencedIds]),
    findBlockedAddresses(table, {
      organizationId: mailbox.organizationId,
      identityId: mailbox.identityId,
      direction: 'inbound',
      // Nobody in particular wrote it: then only the mode speaks, and an allowlist lets in whom it names.
      addresses: mail.from.length === 0 ? [''] : mail.from.map(({ address }) => address),
      senderVerified: isSenderVerified(arrival),
    }),
  ]);
  if (repeated) return 'repeated';
  if (identity === undefined) throw new Error('a mailbox without its agent');
  return commit(table, planOf(arrival, identity, references, refused.size > 0), { now: Date.now });
}

function planOf(arrival: InboundDelivery, identity: Identity, found: FoundThread, refused: boolean): Plan<Ingested> {
  const { mail, mailbox, providerMessageId, verdicts } = arrival;
  const { organizationId, identityId } = mailbox;
  const blocked = refused || verdicts.virus === 'fail';
  return {
    clockOwners: [organizationId],
    stage: (tx) => {
      const at = tx.nextTimestamp(organizationId);
      // A refused mail joins no thread, and leads no later mail to one: whoever is refused shapes nothing that is seen.
      const joined = blocked ? undefined : found.threadId;
      const threadId = joined ?? makeId('thread', at, randomPart());
      const message = messageOf(arrival, { threadId, blocked }, at);
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
  arrival: InboundDelivery,
  { threadId, blocked }: { threadId: string; blocked: boolean },
  at: number,
): Message {
  const { verdicts, mail, mailbox, rawKey, contentKey, attachmentKeys } = arrival;
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
    attachments: mail.attachments.map((attachment, index) => ({
      id: makeId('attachment', at, randomPart()),
      ...attachment,
      key: attachmentKeys[index],
    })),
    auth: {
      ...verdicts,
      senderVerified: isSenderVerified(arrival),
    },
    isAutomated: mail.isAutomated,
    isRead: false,
    detail: mail.problem === null ? null : `not parsed: ${mail.problem}`,
    rawKey,
    contentKey,
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
}

/** Only DMARC says that the address a person sees is the one that was authenticated, if there is just one (RFC 7489). */
function isSenderVerified({ verdicts, mail }: InboundDelivery): boolean {
  return verdicts.dmarc === 'pass' && mail.hasOneAuthor;
}
