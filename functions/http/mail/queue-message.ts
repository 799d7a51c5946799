import { randomUUID } from 'node:crypto';
import { effectiveApprovalSettings } from '#shared/data/entities/approval/approval-settings.ts';
import { insertOutbox } from '#shared/data/entities/log/outbox.ts';
import { insertMailReference } from '#shared/data/entities/mail/mail-reference.ts';
import { insertMessage, type Message } from '#shared/data/entities/mail/message.ts';
import {
  addToThread,
  type findThread,
  insertThread,
  participantsOf,
  type ThreadEntry,
} from '#shared/data/entities/mail/thread.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { findOrganization } from '#shared/data/entities/organization/organization.ts';
import { findStoredBytes } from '#shared/data/entities/organization/stored-bytes.ts';
import { incrementRecipients, recipientsToday } from '#shared/data/entities/organization/usage.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { AppError, notFound } from '#shared/domain/errors/errors.ts';
import {
  recipientLimit,
  recipientLimitReached,
  storageLimitReached,
  storedBytesLimit,
} from '#shared/domain/organization/organization-limits.ts';
import { marksOf } from '#shared/domain/safe-reading/text-marks.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { type OperationResult, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { isApprover } from '#shared/services/approvals/is-approver.ts';
import { gateMail, NOT_GATED } from '#shared/services/approvals/mail-gate.ts';
import { expiryOfFiles } from '#shared/services/mail-files/expiry-of-files.ts';
import { type OutgoingContent, outgoingBytes, outgoingFiles } from '#shared/services/outgoing-mail/outgoing-files.ts';
import { stageIndexUpdate } from '#shared/services/search/stage-index-update.ts';
import type { Draft } from './draft.ts';
import { type HeldReply, heldReply, holdMessage, sameHeld } from './hold-message.ts';
import { newMessage } from './new-message.ts';
import type { SenderMailbox } from './sender-mailbox.ts';

/** What a message needs of what is stored, after all that may refuse its recipients. */
export interface PreparedMessage {
  readonly draft: Draft;
  readonly mailbox: SenderMailbox;
  /** The thread that it joins. Without one it starts a thread. */
  readonly thread: Awaited<ReturnType<typeof findThread>>;
  /** The thread that it starts, if the sender got its id before. */
  readonly newThread?: { readonly id: string; readonly createdAt: number } | undefined;
  /** The message that it answers or forwards. */
  readonly related: Message | undefined;
  /** Loads what the message contains. */
  readonly content: () => Promise<OutgoingContent>;
}

/** The response to a request that queues a message, or holds it. */
type Queued = QueuedReply | HeldReply;

interface QueuedReply {
  id: string;
  message_id: string;
  thread_id: string;
  status: 'queued';
  created_at: string;
}

/**
 * Queues a message: one commit writes the message, its thread, the daily counter and an outbox entry. A worker sends
 * it. A message that waits for a person is written without the counter and the entry, which its approval adds. Throws
 * if the agent is suspended, or a limit of the organization is reached.
 *
 * See: docs/contract/mail.md#sending-mail.
 */
export async function queueMessage(
  { actor, table, settings, baseUrl, now }: AuthenticatedContext,
  identity: Identity,
  prepare: () => Promise<PreparedMessage>,
): OperationResult<Queued> {
  const organizationId = actor.organization.id;
  if (identity.status === 'suspended') throw new AppError('identity.suspended');
  const [{ draft, mailbox, thread, newThread, related, content }, organization, sentToday, storedBytes, gates] =
    await allInOrder([
      prepare(),
      findOrganization(table, organizationId),
      recipientsToday(table, organizationId, now),
      findStoredBytes(table, organizationId, now),
      effectiveApprovalSettings(table, identity),
    ]);
  if (organization === undefined) throw notFound();
  const { ownerVerified } = organization;
  const { limits } = settings;
  // The commit counts exactly. These checks avoid storing files of a message that will not be sent.
  if (sentToday + draft.addresses.length > recipientLimit(ownerVerified, limits)) {
    throw recipientLimitReached(ownerVerified, limits, now);
  }
  const loaded = await content();
  // A person who would decide about the message has decided by sending it.
  const { reasons, counts } = isApprover(actor, gates)
    ? NOT_GATED
    : await gateMail(table, { identity, settings: gates, now, ...gatedMail(draft, loaded, related) });
  const isHeld = reasons.length > 0;
  const outgoing = { ...loaded, isPreviewed: isHeld };
  const bytes = outgoingBytes(outgoing);
  if (storedBytes + bytes > storedBytesLimit(ownerVerified, limits)) throw storageLimitReached(ownerVerified, limits);
  const files = await outgoingFiles(randomUUID(), outgoing);
  const hold = isHeld
    ? await holdMessage(table, identity, {
        draft,
        mailbox,
        related,
        content: outgoing,
        files,
        reasons,
        settings: gates,
        baseUrl,
        now,
      })
    : undefined;
  if (hold?.pending !== undefined) return reply(await sameHeld(table, hold.pending));
  const stored = files.store();
  // The commit reports a failure.
  stored.catch(() => {});

  return write<Queued>(
    (tx) => {
      const at = tx.nextTimestamp(organizationId);
      const message = newMessage({
        identity,
        mailbox,
        draft,
        files,
        hold,
        isByPerson: actor.kind === 'org',
        threadId: thread?.id ?? newThread?.id,
        at,
      });
      const { id, threadId, subject } = message;
      const entry: ThreadEntry = {
        messageId: id,
        // The recipients of a message that is not sent do not take part in the thread.
        people: participantsOf(hold === undefined ? message : { ...message, to: [], cc: [], bcc: [] }),
        warnings: [],
        joined: [],
        marks: marksOf(files.sequences, threadId),
      };
      tx.countStored({ organizationId, bytes, until: expiryOfFiles(at) });
      const approval = hold?.request(tx, message);
      tx.put(
        insertMessage(
          approval === undefined ? message : { ...message, detail: `Waits for the approval ${approval.id}.` },
        ),
        ...stageIndexUpdate(message),
        ...(thread === undefined
          ? insertThread(
              { id: threadId, organizationId, identityId: identity.id, subject, createdAt: newThread?.createdAt ?? at },
              entry,
              at,
            )
          : addToThread(thread, entry, at)),
        insertMailReference(identity.id, message.rfcMessageId, threadId),
      );
      if (approval !== undefined) return reply(heldReply(message, approval.id));
      tx.put(
        incrementRecipients(organizationId, draft.addresses.length, { ownerVerified, limits }, at),
        insertOutbox({ id, organizationId, createdAt: at, kind: 'mail', identityId: identity.id, messageId: id }),
        ...counts,
      );
      return reply({ id, message_id: id, thread_id: threadId, status: 'queued', created_at: timestamp(at) });
    },
    { stored },
  );
}

/** What decides whether a message is held. */
function gatedMail({ addresses, replyTo, subject }: Draft, content: OutgoingContent, related: Message | undefined) {
  return { addresses, naming: { replyTo: replyTo.map(({ address }) => address), subject, content, related } };
}
