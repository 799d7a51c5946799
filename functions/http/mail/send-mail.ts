import * as routes from '#shared/contract/routes/mail.ts';
import type { SendMailBody } from '#shared/contract/schemas/outgoing-mail.ts';
import { findThread } from '#shared/data/entities/mail/thread.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { answeredMessage } from './answered-message.ts';
import { draftOf } from './draft.ts';
import { requestedAttachments } from './outgoing-files.ts';
import { type PreparedMessage, queueMessage } from './queue-message.ts';
import { requireNoLoop } from './require-no-loop.ts';
import { requireSendable } from './require-sendable.ts';
import { senderMailbox } from './sender-mailbox.ts';
import { withQuotation } from './with-quotation.ts';

/**
 * Queues a new message or a reply.
 *
 * See: docs/contract/mail.md#sending-mail.
 */
export const sendMail = resourceOperation(routes.sendMail, loadIdentity, (context, identity, { body }) =>
  queueMessage(context, identity, () => prepare(context.table, identity, body, context.now)),
);

async function prepare(table: Table, identity: Identity, body: SendMailBody, now: number): Promise<PreparedMessage> {
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
  const content = async () => ({
    ...(await withQuotation(body, answered)),
    written: { text: body.text, html: body.html },
    headers: body.headers,
    attachments: requestedAttachments(body),
    isAnswer: answered !== undefined,
    subject: body.subject ?? '',
  });
  return { draft, mailbox, thread, content };
}
