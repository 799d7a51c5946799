import { findMessages, type Message } from '#shared/data/entities/mail/message.ts';
import { threadMembers } from '#shared/data/entities/mail/thread.ts';
import type { Table } from '#shared/data/table-client.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { timeOfId } from '#shared/domain/ids/ids.ts';
import { mailboxAddressOf } from '#shared/domain/mail/address.ts';
import { type Exchanged, LOOP_WINDOW_MS, loopEndsAt, MAX_LOOP_MESSAGES } from '#shared/domain/mail/mail-loop.ts';
import { allRecipients } from '#shared/domain/mail/reply.ts';
import { secondsUntil } from '#shared/domain/time/time.ts';

/** A thread with several correspondents has more messages than those of one loop. */
const MAX_COMPARED = 50;

interface NextMessage {
  threadId: string;
  /** The addresses of its recipients. */
  addresses: readonly string[];
  now: number;
}

/**
 * Throws if a message would continue a loop of two programs that answer each other: over ten messages within ten
 * minutes in the thread, between the agent and one of the recipients. The header fields of automatic replies are not
 * enough to end such loops, because agents answer each other like people.
 *
 * See: docs/contract/mail.md#loops; RFC 3834, section 2.
 */
export async function requireNoLoop(
  table: Table,
  identityId: string,
  { threadId, addresses, now }: NextMessage,
): Promise<void> {
  const ids: string[] = [];
  for await (const { sk } of threadMembers(table, identityId, threadId)) {
    if (timeOfId('message', sk) <= now - LOOP_WINDOW_MS || ids.length === MAX_COMPARED) break;
    ids.push(sk);
  }
  if (ids.length < MAX_LOOP_MESSAGES) return;
  const recent = (await findMessages(table, identityId, ids)).map(exchangedOf);
  for (const address of addresses) {
    const endsAt = loopEndsAt(recent, mailboxAddressOf(address));
    if (endsAt === undefined) continue;
    throw new AppError(
      'mail.loop_suspected',
      `The agent and ${address} have exchanged ${MAX_LOOP_MESSAGES} messages in this thread within 10 minutes, as two programs do that answer each other. Wait, or start a new thread.`,
      { retryAfterSeconds: secondsUntil(endsAt, now) },
    );
  }
}

function exchangedOf(message: Message): Exchanged {
  const { direction, from, createdAt } = message;
  const others = direction === 'inbound' ? from : allRecipients(message);
  return { direction, others: others.map(({ address }) => mailboxAddressOf(address)), at: createdAt };
}
