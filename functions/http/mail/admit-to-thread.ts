import { findThreadByReferences, insertMailReferences } from '#shared/data/entities/mail/mail-reference.ts';
import type { Message } from '#shared/data/entities/mail/message.ts';
import { updateMessageThread } from '#shared/data/entities/mail/message-labels.ts';
import { addToThreadByTime, findThread, insertThread, participantsOf } from '#shared/data/entities/mail/thread.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { threadingIds } from '#shared/domain/mail/references.ts';
import { appendLabeled, type ChangedMessage, messageAfter } from './message-changes.ts';

/**
 * Moves a blocked mail out of the folder `blocked`. It joins the thread that it would have joined, or starts a new one.
 * Returns what stages the change and returns the message after it.
 */
export async function admitToThread(
  table: Table,
  identity: Identity,
  changed: ChangedMessage,
): Promise<(tx: TransactionBuilder) => Message> {
  const { before: message, set } = changed;
  const { id, organizationId, identityId, subject, createdAt } = message;
  const ids = threadingIds(message);
  const found = await findThreadByReferences(table, identityId, ids);
  const thread = found.threadId === undefined ? undefined : await findThread(table, identityId, found.threadId);
  const threadId = thread?.id ?? message.threadId;
  const after = { ...messageAfter(changed), threadId };
  const labels = after.labels ?? [];
  // Its text is not read again, so quotations of the thread are not judged from now on.
  const entry = {
    messageId: id,
    people: participantsOf(message),
    warnings: message.contentWarnings ?? [],
    joined: [],
    labels,
  };
  const changesOfThread =
    thread === undefined
      ? insertThread({ id: threadId, organizationId, identityId, subject, createdAt }, entry)
      : addToThreadByTime(thread, entry, createdAt);
  return (tx) => {
    tx.put(
      updateMessageThread(message, threadId, labels, { ...set }),
      ...changesOfThread,
      ...insertMailReferences(identityId, ids, threadId, found.known),
    );
    if (changed.labels !== undefined) appendLabeled(tx, identity, after, changed.labels);
    return after;
  };
}
