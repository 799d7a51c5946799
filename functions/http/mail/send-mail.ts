import { randomUUID } from 'node:crypto';
import * as routes from '#shared/contract/routes/mail.ts';
import type { SendMailBody } from '#shared/contract/schemas/outgoing-mail.ts';
import { insertOutbox } from '#shared/data/entities/log/outbox.ts';
import { insertMailReference } from '#shared/data/entities/mail/mail-reference.ts';
import { insertMessage } from '#shared/data/entities/mail/message.ts';
import {
  addToThread,
  findThread,
  insertThread,
  participantsOf,
  type ThreadEntry,
} from '#shared/data/entities/mail/thread.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { findOrganization } from '#shared/data/entities/organization/organization.ts';
import { findStoredBytes } from '#shared/data/entities/organization/stored-bytes.ts';
import { incrementRecipients, recipientsToday } from '#shared/data/entities/organization/usage.ts';
import type { Table } from '#shared/data/table-client.ts';
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
import { reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { expiryOfFiles } from '#shared/services/mail-files/expiry-of-files.ts';
import { answeredMessage } from './answered-message.ts';
import { draftOf } from './draft.ts';
import { newMessage } from './new-message.ts';
import { outgoingBytes, outgoingFiles } from './outgoing-files.ts';
import { requireNoLoop } from './require-no-loop.ts';
import { requireSendable } from './require-sendable.ts';
import { senderMailbox } from './sender-mailbox.ts';

/**
 * Queues a message: one commit writes the message, its thread, the daily counter and an outbox entry. A worker sends
 * it.
 *
 * See: docs/contract/mail.md#sending-mail.
 */
export const sendMail = resourceOperation(
  routes.sendMail,
  loadIdentity,
  async ({ actor, table, settings, now }, identity, { body }) => {
    const organizationId = actor.organization.id;
    if (identity.status === 'suspended') throw new AppError('identity.suspended');
    const [{ draft, mailbox, thread }, organization, sentToday, storedBytes] = await allInOrder([
      prepare(table, identity, body, now),
      findOrganization(table, organizationId),
      recipientsToday(table, organizationId, now),
      findStoredBytes(table, organizationId, now),
    ]);
    if (organization === undefined) throw notFound();
    const { ownerVerified } = organization;
    const { limits } = settings;
    // The commit counts exactly. These checks avoid storing files of a message that will not be sent.
    if (sentToday + draft.addresses.length > recipientLimit(ownerVerified, limits)) {
      throw recipientLimitReached(ownerVerified, limits, now);
    }
    const bytes = outgoingBytes(body);
    if (storedBytes + bytes > storedBytesLimit(ownerVerified, limits)) throw storageLimitReached(ownerVerified, limits);
    const files = await outgoingFiles(randomUUID(), body);
    const stored = files.store();
    // The commit reports a failure.
    stored.catch(() => {});

    return write(
      (tx) => {
        const at = tx.nextTimestamp(organizationId);
        const message = newMessage({ identity, mailbox, draft, files, threadId: thread?.id, at });
        const { id, threadId, subject } = message;
        const entry: ThreadEntry = {
          messageId: id,
          people: participantsOf(message),
          warnings: [],
          joined: [],
          marks: marksOf(files.sequences, threadId),
        };
        tx.countStored({ organizationId, bytes, until: expiryOfFiles(at) });
        tx.put(
          insertMessage(message),
          ...(thread === undefined
            ? insertThread({ id: threadId, organizationId, identityId: identity.id, subject, createdAt: at }, entry)
            : addToThread(thread, entry, at)),
          insertMailReference(identity.id, message.rfcMessageId, threadId),
          incrementRecipients(organizationId, draft.addresses.length, { ownerVerified, limits }, at),
          insertOutbox({ id, organizationId, createdAt: at, kind: 'mail', identityId: identity.id, messageId: id }),
        );
        return reply({ id, message_id: id, thread_id: threadId, status: 'queued', created_at: timestamp(at) });
      },
      { stored },
    );
  },
);

/** What a message needs of what is stored: its draft, the mailbox that sends it, and its thread if it has one. */
async function prepare(table: Table, identity: Identity, body: SendMailBody, now: number) {
  const answered = await answeredMessage(table, identity, body.in_reply_to_message_id);
  const draft = draftOf(body, identity, answered);
  // A reply to a blocked mail starts a new thread, which does not contain that mail.
  const threadId = answered?.isThreadless === true ? undefined : answered?.threadId;
  const [mailbox, thread] = await allInOrder([
    senderMailbox(table, identity, { named: body.mailbox_id, answered: answered?.mailboxId }),
    threadId === undefined ? undefined : findThread(table, identity.id, threadId),
    requireSendable(table, identity, draft.addresses),
    threadId === undefined
      ? undefined
      : requireNoLoop(table, identity.id, { threadId, addresses: draft.addresses, now }),
  ]);
  return { draft, mailbox, thread };
}
