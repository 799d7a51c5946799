import { filterUnrecorded, insertOutcomeDedup } from '#shared/data/entities/mail/mail-outcome.ts';
import { findThreadByReferences, insertMailReference } from '#shared/data/entities/mail/mail-reference.ts';
import { findMailbox } from '#shared/data/entities/mail/mailbox.ts';
import { findMessage, type Message, messageSummary, patchMessage } from '#shared/data/entities/mail/message.ts';
import { putSentMail, type SentMail } from '#shared/data/entities/mail/sent-mail.ts';
import { putSuppression } from '#shared/data/entities/mail/suppression.ts';
import { UNSENT_ATTRIBUTES } from '#shared/data/entities/mail/unsent-email.ts';
import { agentSummary, findIdentity, type Identity } from '#shared/data/entities/organization/identity.ts';
import { retryOnStaleRead } from '#shared/data/retry-on-stale-read.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { Plan, TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { type MailOutcome, moreSevere, OUTCOME_EVENT, type OutboundStatus } from '#shared/domain/mail/outcome.ts';
import { allRecipients } from '#shared/domain/mail/reply.ts';

/** News about a message that was sent. */
export interface DeliveryUpdate {
  /** The provider's receipt. Absent if the provider rejected the message. */
  receipt?: { providerMessageId: string; rfcMessageId: string | null };
  outcomes: readonly MailOutcome[];
}

/** Outcomes in one commit. Each is three rows, and a transaction has at most a hundred. */
const MAX_OUTCOMES = 25;

/**
 * Records news about a message. The worker that sends it and the worker that receives the provider's notifications both
 * call this, in any order and possibly repeatedly. Appends `mail.sent` once per message, before its first outcome, and
 * each outcome of each recipient once.
 *
 * @returns false if the organization has no such message
 *
 * See: docs/contract/mail.md#outcomes; docs/architecture.md#four-decisions.
 */
export async function recordDeliveryUpdate(table: Table, mail: SentMail, update: DeliveryUpdate): Promise<boolean> {
  const chunks: MailOutcome[][] = [];
  for (let start = 0; start === 0 || start < update.outcomes.length; start += MAX_OUTCOMES) {
    chunks.push(update.outcomes.slice(start, start + MAX_OUTCOMES));
  }
  for (const outcomes of chunks) {
    if (!(await retryOnStaleRead((isOver) => recordOnce(table, mail, { ...update, outcomes }, isOver)))) return false;
  }
  return true;
}

async function recordOnce(
  table: Table,
  mail: SentMail,
  { receipt, outcomes }: DeliveryUpdate,
  isOver: () => boolean,
): Promise<boolean> {
  const message = await findMessage(table, mail.identityId, mail.messageId);
  if (message === undefined || message.organizationId !== mail.organizationId) return false;
  const rfcMessageId = receipt?.rfcMessageId ?? null;
  const [identity, fresh, sender, references] = await Promise.all([
    findIdentity(table, mail.organizationId, mail.identityId),
    filterUnrecorded(table, message.id, outcomes),
    findMailbox(table, message.from[0]?.address ?? ''),
    findThreadByReferences(table, message.identityId, rfcMessageId === null ? [] : [rfcMessageId]),
  ]);
  const isFirstUpdate = receipt !== undefined && message.sentAt === undefined;
  if (!isFirstUpdate && fresh.length === 0) return true;
  if (identity === undefined) throw new Error('the agent of a message does not exist');
  await commit(
    table,
    planOf({
      message,
      identity,
      senderId: sender?.organizationId === mail.organizationId ? sender.identityId : null,
      receipt: isFirstUpdate ? receipt : undefined,
      isNewReference: rfcMessageId !== null && !references.known.has(rfcMessageId),
      outcomes: fresh,
    }),
    { now: Date.now, isOver },
  );
  return true;
}

interface UpdateContext {
  message: Message;
  identity: Identity;
  /** The identity with the sender's mailbox, while the mailbox exists. See: docs/contract/events.md#event-record. */
  senderId: string | null;
  receipt: DeliveryUpdate['receipt'];
  isNewReference: boolean;
  outcomes: readonly MailOutcome[];
}

function planOf(update: UpdateContext): Plan<void> {
  const { message, receipt, outcomes } = update;
  return {
    build: (tx) => {
      if (receipt !== undefined) stageSent(tx, update, receipt);
      for (const outcome of outcomes) stageOutcome(tx, update, outcome);
      const known = receipt === undefined ? message.status : moreSevere(message.status as OutboundStatus, 'sent');
      const status = outcomes.reduce((worst, { kind }) => moreSevere(worst, kind), known as OutboundStatus);
      const decisive = outcomes.findLast(({ kind }) => kind === status);
      tx.put(
        patchMessage(
          message,
          {
            set: {
              status,
              // Until a provider has accepted the message, the detail says why it waits.
              detail: (decisive && detailText(decisive)) ?? (receipt === undefined ? undefined : null),
              updatedAt: Math.max(tx.now, message.updatedAt),
              ...(receipt === undefined
                ? {}
                : {
                    sentAt: tx.now,
                    providerMessageId: receipt.providerMessageId,
                    rfcMessageId: receipt.rfcMessageId ?? message.rfcMessageId,
                  }),
            },
            remove: ['sendingUntil', ...UNSENT_ATTRIBUTES],
          },
          'unchanged-status',
        ),
      );
    },
  };
}

/** Makes the message findable by the provider's id, and replies to the provider's Message-ID join its thread. */
function stageSent(
  tx: TransactionBuilder,
  update: UpdateContext,
  receipt: NonNullable<DeliveryUpdate['receipt']>,
): void {
  const { organizationId, identityId, id: messageId, threadId } = update.message;
  tx.put(putSentMail(receipt.providerMessageId, { organizationId, identityId, messageId }, tx.now));
  if (update.isNewReference && receipt.rfcMessageId !== null) {
    tx.put(insertMailReference(identityId, receipt.rfcMessageId, threadId));
  }
  tx.appendEvent(organizationId, {
    ...messageFields(update),
    type: 'mail.sent',
    identityId,
    payload: { messageId, threadId },
  });
}

function stageOutcome(tx: TransactionBuilder, update: UpdateContext, outcome: MailOutcome): void {
  const { organizationId, id: messageId, threadId } = update.message;
  const { recipient, kind, detail } = outcome;
  const event = tx.appendEvent(organizationId, {
    ...messageFields(update),
    type: OUTCOME_EVENT[kind],
    identityId: update.senderId,
    payload: { messageId, threadId, detail: { recipient, ...detail } },
  });
  tx.put(insertOutcomeDedup(messageId, { kind, recipient }, event.createdAt));
  if (outcome.suppress && isRecipient(update.message, recipient)) {
    const reason = kind === 'complained' ? 'complaint' : 'bounce';
    tx.put(putSuppression(organizationId, { address: recipient, reason, messageId, createdAt: event.createdAt }));
  }
}

/**
 * Whether the message was sent to this address. The recipient of a bounce comes from the report of another server and
 * may be false. Only an address that the message was sent to is suppressed.
 *
 * Source: SES developer guide, Contents of event data (bounced recipients; `Final-Recipient` of RFC 3464).
 */
function isRecipient(message: Message, address: string): boolean {
  const lowerCase = address.toLowerCase();
  return allRecipients(message).some((recipient) => recipient.address.toLowerCase() === lowerCase);
}

function messageFields({ message, identity }: UpdateContext) {
  return {
    aggregateId: message.id,
    threadId: message.threadId,
    message: messageSummary(message),
    agents: [agentSummary(identity)],
  };
}

/** The text of the message's `detail`. */
function detailText({ recipient, detail }: MailOutcome): string | undefined {
  const reason = detail.diagnostic ?? detail.reason;
  return reason === undefined ? undefined : `${recipient}: ${String(reason)}`.slice(0, 1000).toWellFormed();
}
