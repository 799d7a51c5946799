import { agentSummary, findIdentity, type Identity } from '../../../shared/data/entities/identity.ts';
import type { Mailbox } from '../../../shared/data/entities/mailbox.ts';
import { insertMessage, type Message, messageSummary } from '../../../shared/data/entities/message.ts';
import { guardProviderMessage, isIngested } from '../../../shared/data/entities/provider-message.ts';
import {
  findThreadByReferences,
  growThread,
  insertThread,
  noteReference,
} from '../../../shared/data/entities/thread.ts';
import { commit, type Plan } from '../../../shared/data/unit-of-work.ts';
import { untilFresh } from '../../../shared/data/until-fresh.ts';
import { makeId, randomPart } from '../../../shared/domain/ids.ts';
import { theTable } from '../../../shared/runtime/clients.ts';
import type { Notice } from './notice.ts';
import type { ParsedMail } from './parse-mail.ts';

export type Ingested = 'ingested' | 'blocked' | 'repeated';

/** A mail on its way into one mailbox. */
export interface Arrival {
  notice: Notice;
  mail: ParsedMail;
  mailbox: Mailbox;
  contentKey: string;
}

/**
 * Ingests a mail for one mailbox, once: message, thread, references, the guard against repeats and the event, in
 * one commit. Load, decide, stage; again when what was loaded was stale.
 */
export function ingest(arrival: Arrival): Promise<Ingested> {
  return untilFresh(() => ingestOnce(arrival));
}

async function ingestOnce(arrival: Arrival): Promise<Ingested> {
  const { mail, mailbox, notice } = arrival;
  const table = theTable();
  const ownIds = mail.rfcMessageId === null ? [] : [mail.rfcMessageId];
  const [repeated, identity, references] = await Promise.all([
    isIngested(table, notice.mail.messageId, mailbox.id),
    findIdentity(table, mailbox.organizationId, mailbox.identityId),
    findThreadByReferences(table, mailbox.identityId, [...ownIds, ...mail.answers]),
  ]);
  if (repeated) return 'repeated';
  if (identity === undefined) throw new Error('a mailbox without its agent');
  return commit(table, planOf(arrival, identity, references), { now: Date.now });
}

function planOf(
  { notice, mail, mailbox, contentKey }: Arrival,
  identity: Identity,
  references: { threadId: string | undefined; known: ReadonlySet<string> },
): Plan<Ingested> {
  const { organizationId, identityId } = mailbox;
  const blocked = notice.receipt.virusVerdict === 'fail';
  return {
    clocks: [organizationId],
    stage: (staging) => {
      const at = staging.tick(organizationId);
      const threadId = references.threadId ?? makeId('thread', at, randomPart());
      const message = messageOf({ notice, mail, mailbox, contentKey }, threadId, at);

      staging.put(guardProviderMessage(notice.mail.messageId, mailbox.id, at), insertMessage(message));
      staging.put(
        references.threadId === undefined
          ? insertThread({ id: threadId, organizationId, identityId, subject: mail.subject, createdAt: at }, at)
          : growThread(identityId, threadId, at),
      );
      // The mail it answers is noted as well where nobody knows it: should it arrive later, it joins this thread.
      const nearest = references.threadId === undefined ? mail.answers.slice(0, 1) : [];
      const own = mail.rfcMessageId === null ? [] : [mail.rfcMessageId];
      for (const id of new Set([...own, ...nearest])) {
        if (!references.known.has(id)) staging.put(noteReference(identityId, id, threadId));
      }
      if (blocked) return 'blocked';

      staging.append(organizationId, {
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

function messageOf({ notice, mail, mailbox, contentKey }: Arrival, threadId: string, at: number): Message {
  const { receipt } = notice;
  const folder = receipt.virusVerdict === 'fail' ? 'blocked' : receipt.spamVerdict === 'fail' ? 'spam' : 'inbox';
  return {
    id: makeId('message', at, randomPart()),
    organizationId: mailbox.organizationId,
    identityId: mailbox.identityId,
    mailboxId: mailbox.id,
    threadId,
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
    attachments: mail.attachments.map((attachment) => ({
      id: makeId('attachment', at, randomPart()),
      ...attachment,
    })),
    auth: {
      spf: receipt.spfVerdict,
      dkim: receipt.dkimVerdict,
      dmarc: receipt.dmarcVerdict,
      spam: receipt.spamVerdict,
      virus: receipt.virusVerdict,
      // Only DMARC says that the address a person sees is the one that was authenticated (RFC 7489).
      senderVerified: receipt.dmarcVerdict === 'pass',
    },
    isAutomated: mail.isAutomated,
    isRead: false,
    detail: mail.problem === null ? null : `not parsed: ${mail.problem}`,
    rawKey: receipt.action.objectKey,
    contentKey,
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
}
