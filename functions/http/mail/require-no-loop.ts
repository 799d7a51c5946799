import { findMessages, type Message, messagesSince } from '#shared/data/entities/mail/message.ts';
import { threadMembers } from '#shared/data/entities/mail/thread-members.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { collect, type Table } from '#shared/data/table-client.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { timeOfId } from '#shared/domain/ids/ids.ts';
import { mailboxAddressOf } from '#shared/domain/mail/address.ts';
import {
  type ExchangedAnywhere,
  LOOP_WINDOW_MS,
  loopEndsAt,
  loopOverThreadsEndsAt,
  MAX_LOOP_MESSAGES,
  MAX_LOOP_MESSAGES_OF_EACH,
  mayLoopOverThreads,
} from '#shared/domain/mail/mail-loop.ts';
import { allRecipients } from '#shared/domain/mail/reply.ts';
import { secondsUntil } from '#shared/domain/time/time.ts';
import type { Draft } from './draft.ts';

/** A thread with several correspondents has more messages than those of one loop. */
const MAX_COMPARED = 50;

/**
 * The newest messages of an agent among which a loop over several threads is looked for. They bound what a send reads
 * where an agent has thousands of emails in ten minutes; a loop is then most of them.
 */
const MAX_COMPARED_OF_ALL = 200;

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
  for await (const { sk } of threadMembers(table, identityId, threadId, { pageSize: MAX_COMPARED })) {
    if (timeOfId('message', sk) <= now - LOOP_WINDOW_MS) break;
    ids.push(sk);
    if (ids.length === MAX_COMPARED) break;
  }
  if (ids.length < MAX_LOOP_MESSAGES) return;
  const recent = (await findMessages(table, identityId, ids)).map(exchangedOf);
  for (const address of addresses) {
    const endsAt = loopEndsAt(recent, mailboxAddressOf(address));
    if (endsAt !== undefined) throw loopSuspected(address, IN_ONE_THREAD, secondsUntil(endsAt, now));
  }
}

/**
 * Throws if a message would continue a loop that no thread shows: the agent and one of the recipients have each sent
 * the other ten messages within ten minutes that a program wrote, or that started a thread in which no one answered. A
 * reply in a conversation of people is never refused, and reads nothing. Notes of an agent to itself are no loop.
 *
 * See: docs/contract/mail.md#loops; docs/decisions/0074-loops-over-several-threads.md.
 */
export async function requireNoLoopOverThreads(
  table: Table,
  { id, mailboxes }: Identity,
  { draft, now }: { readonly draft: Draft; readonly now: number },
): Promise<void> {
  if (!mayLoopOverThreads(draft)) return;
  const own = new Set(mailboxes.map(({ address }) => mailboxAddressOf(address)));
  const others = draft.addresses.filter((address) => !own.has(mailboxAddressOf(address)));
  if (others.length === 0) return;
  const messages = messagesSince(table, id, now - LOOP_WINDOW_MS, MAX_COMPARED_OF_ALL);
  const recent = (await collect(messages, MAX_COMPARED_OF_ALL)).map(exchangedOf);
  for (const address of others) {
    const endsAt = loopOverThreadsEndsAt(recent, mailboxAddressOf(address));
    if (endsAt !== undefined) throw loopSuspected(address, OVER_THREADS, secondsUntil(endsAt, now));
  }
}

const IN_ONE_THREAD = `exchanged ${MAX_LOOP_MESSAGES} messages in this thread within 10 minutes`;
const OVER_THREADS = `each sent the other ${MAX_LOOP_MESSAGES_OF_EACH} messages within 10 minutes, each in a thread of its own or written by a program`;

function loopSuspected(address: string, what: string, retryAfterSeconds: number): AppError {
  return new AppError(
    'mail.loop_suspected',
    `The agent and ${address} have ${what}, as two programs do that answer each other. Wait.`,
    { retryAfterSeconds },
  );
}

function exchangedOf(message: Message): ExchangedAnywhere {
  const { direction, from, createdAt: at, threadId, inReplyTo, isAutomated } = message;
  const people = direction === 'inbound' ? from : allRecipients(message);
  const others = people.map(({ address }) => mailboxAddressOf(address));
  return { direction, others, at, threadId, inReplyTo, isAutomated };
}
