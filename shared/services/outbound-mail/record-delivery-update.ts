import { agentSummary, findIdentity, type Identity } from '../../data/entities/identity.ts';
import { filterUnrecorded, insertOutcomeDedup } from '../../data/entities/mail-outcome.ts';
import { findMailbox } from '../../data/entities/mailbox.ts';
import { findMessage, type Message, messageSummary, patchMessage } from '../../data/entities/message.ts';
import { putSentMail, type SentMail } from '../../data/entities/sent-mail.ts';
import { putSuppression } from '../../data/entities/suppression.ts';
import { findThreadByReferences, insertMailReference } from '../../data/entities/thread.ts';
import { retryOnStaleRead } from '../../data/retry-on-stale-read.ts';
import type { Table } from '../../data/table-client.ts';
import { commit, type Plan, type TransactionBuilder } from '../../data/unit-of-work.ts';
import { type MailOutcome, moreSevere, OUTCOME_EVENT, type OutboundStatus } from '../../domain/mail/outcome.ts';
import { allRecipients } from '../../domain/mail/reply.ts';

/** What has become known of a message on its way. */
export interface DeliveryUpdate {
  /** That a provider took it, and what it calls it. Absent where it was refused. */
  taken?: { providerMessageId: string; rfcMessageId: string | null };
  outcomes: readonly MailOutcome[];
}

/** Outcomes told in one commit: each is three rows, and a transaction holds a hundred. */
const MAX_OUTCOMES = 25;

/**
 * Notes what became of a message, whoever tells it and however often: who sent it, or who heard of it from the
 * provider, in any order. `mail.sent` once a message, before its first outcome; each outcome of each recipient once.
 *
 * @returns false when there is no such message in the organization
 *
 * See: docs/contract/mail.md#outcomes; docs/architecture.md#four-decisions.
 */
export async function recordDeliveryUpdate(table: Table, mail: SentMail, progress: DeliveryUpdate): Promise<boolean> {
  const chunks: MailOutcome[][] = [];
  for (let start = 0; start === 0 || start < progress.outcomes.length; start += MAX_OUTCOMES) {
    chunks.push(progress.outcomes.slice(start, start + MAX_OUTCOMES));
  }
  for (const outcomes of chunks) {
    if (!(await retryOnStaleRead(() => noteOnce(table, mail, { ...progress, outcomes })))) return false;
  }
  return true;
}

async function noteOnce(table: Table, mail: SentMail, { taken, outcomes }: DeliveryUpdate): Promise<boolean> {
  const message = await findMessage(table, mail.identityId, mail.messageId);
  if (message === undefined || message.organizationId !== mail.organizationId) return false;
  const rfcMessageId = taken?.rfcMessageId ?? null;
  const [identity, fresh, sender, references] = await Promise.all([
    findIdentity(table, mail.organizationId, mail.identityId),
    filterUnrecorded(table, message.id, outcomes),
    findMailbox(table, message.from[0]?.address ?? ''),
    findThreadByReferences(table, message.identityId, rfcMessageId === null ? [] : [rfcMessageId]),
  ]);
  const isFirstUpdate = taken !== undefined && message.sentAt === undefined;
  if (!isFirstUpdate && fresh.length === 0) return true;
  if (identity === undefined) throw new Error('a message without its agent');
  await commit(
    table,
    planOf({
      message,
      identity,
      senderId: sender?.organizationId === mail.organizationId ? sender.identityId : null,
      taken: isFirstUpdate ? taken : undefined,
      isNewReference: rfcMessageId !== null && !references.known.has(rfcMessageId),
      outcomes: fresh,
    }),
    { now: Date.now },
  );
  return true;
}

interface UpdateContext {
  message: Message;
  identity: Identity;
  /** Whose mailbox the message was sent from, while that can be told. See: docs/contract/events.md#event-record. */
  senderId: string | null;
  taken: DeliveryUpdate['taken'];
  isNewReference: boolean;
  outcomes: readonly MailOutcome[];
}

function planOf(news: UpdateContext): Plan<void> {
  const { message, taken, outcomes } = news;
  return {
    clockOwners: [message.organizationId],
    stage: (tx) => {
      if (taken !== undefined) stageSent(tx, news, taken);
      for (const outcome of outcomes) stageOutcome(tx, news, outcome);
      const known = taken === undefined ? message.status : moreSevere(message.status as OutboundStatus, 'sent');
      const status = outcomes.reduce((worst, { kind }) => moreSevere(worst, kind), known as OutboundStatus);
      const said = outcomes.findLast(({ kind }) => kind === status);
      tx.put(
        patchMessage(
          message,
          {
            set: {
              status,
              detail: said === undefined ? undefined : textOf(said),
              updatedAt: Math.max(tx.now, message.updatedAt),
              ...(taken === undefined
                ? {}
                : {
                    sentAt: tx.now,
                    providerMessageId: taken.providerMessageId,
                    rfcMessageId: taken.rfcMessageId ?? message.rfcMessageId,
                  }),
            },
            remove: ['sendingUntil'],
          },
          'unchanged-status',
        ),
      );
    },
  };
}

/** From now on the provider's id finds the message, and answers to the Message-ID the provider gave join its thread. */
function stageSent(tx: TransactionBuilder, news: UpdateContext, taken: NonNullable<DeliveryUpdate['taken']>): void {
  const { organizationId, identityId, id: messageId, threadId } = news.message;
  tx.put(putSentMail(taken.providerMessageId, { organizationId, identityId, messageId }, tx.now));
  if (news.isNewReference && taken.rfcMessageId !== null) {
    tx.put(insertMailReference(identityId, taken.rfcMessageId, threadId));
  }
  tx.appendEvent(organizationId, {
    ...aboutMessage(news),
    type: 'mail.sent',
    identityId,
    payload: { messageId, threadId },
  });
}

function stageOutcome(tx: TransactionBuilder, news: UpdateContext, outcome: MailOutcome): void {
  const { organizationId, id: messageId, threadId } = news.message;
  const { recipient, kind, detail } = outcome;
  const event = tx.appendEvent(organizationId, {
    ...aboutMessage(news),
    type: OUTCOME_EVENT[kind],
    identityId: news.senderId,
    payload: { messageId, threadId, detail: { recipient, ...detail } },
  });
  tx.put(insertOutcomeDedup(messageId, { kind, recipient }, event.createdAt));
  if (outcome.suppress && isRecipient(news.message, recipient)) {
    const reason = kind === 'complained' ? 'complaint' : 'bounce';
    tx.put(putSuppression(organizationId, { address: recipient, reason, messageId, createdAt: event.createdAt }));
  }
}

/**
 * Whether the message was sent to this address. Whom a bounce names is what the other server's report says, which need
 * not be true: nobody gets an address suppressed that they were not written to for.
 *
 * Source: SES developer guide, Contents of event data (bounced recipients; `Final-Recipient` of RFC 3464).
 */
function isRecipient(message: Message, address: string): boolean {
  const named = address.toLowerCase();
  return allRecipients(message).some((one) => one.address.toLowerCase() === named);
}

function aboutMessage({ message, identity }: UpdateContext) {
  return {
    aggregateId: message.id,
    threadId: message.threadId,
    message: messageSummary(message),
    agents: [agentSummary(identity)],
  };
}

/** What a person reads in the message's `detail`. */
function textOf({ recipient, detail }: MailOutcome): string | undefined {
  const said = detail.diagnostic ?? detail.reason;
  return said === undefined ? undefined : `${recipient}: ${String(said)}`.slice(0, 1000).toWellFormed();
}
