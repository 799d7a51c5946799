import type { Message } from '#shared/data/entities/mail/message.ts';
import { findThread } from '#shared/data/entities/mail/thread.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { requireSendable } from '#shared/services/outgoing-mail/require-sendable.ts';
import type { Draft } from './draft.ts';
import { requireAllowedRecipients } from './require-allowed-recipients.ts';
import { requireNoLoop, requireNoLoopOverThreads } from './require-no-loop.ts';
import { senderMailbox } from './sender-mailbox.ts';

/** What decides about the place of a message. */
interface Placed {
  readonly draft: Draft;
  /** The id of the mailbox that the request names. */
  readonly named: string | undefined;
  /** The message that it answers or forwards. */
  readonly related: Message | undefined;
  readonly now: number;
  /** Whom the credential of the caller may write to; absent for anyone. */
  readonly recipients: readonly string[] | undefined;
}

/**
 * The mailbox that a message is sent from, and the thread that it joins: those of the message that it answers or
 * forwards. Throws if one of its recipients is refused, or if it seems to be part of a loop.
 */
export async function placeOf(table: Table, identity: Identity, { draft, named, related, now, recipients }: Placed) {
  if (recipients !== undefined) requireAllowedRecipients(recipients, draft.addresses);
  // What answers or forwards a blocked mail starts a new thread, which does not contain that mail.
  const threadId = related?.isThreadless === true ? undefined : related?.threadId;
  const [mailbox, thread] = await allInOrder([
    senderMailbox(table, identity, { named, answered: related?.mailboxId }),
    threadId === undefined ? undefined : findThread(table, identity.id, threadId),
    requireSendable(table, identity, draft.addresses),
    threadId === undefined
      ? undefined
      : requireNoLoop(table, identity.id, { threadId, addresses: draft.addresses, now }),
    requireNoLoopOverThreads(table, identity, { draft, now }),
  ]);
  return { mailbox, thread };
}
