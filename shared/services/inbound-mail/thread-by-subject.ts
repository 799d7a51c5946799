import { addressDigest } from '#shared/data/address-digest.ts';
import type { Mailbox } from '#shared/data/entities/mail/mailbox.ts';
import { knowsParticipants, type Thread, threadsBefore } from '#shared/data/entities/mail/thread.ts';
import type { Table } from '#shared/data/table-client.ts';
import { topicOf } from '#shared/domain/mail/answered-subject.ts';
import { DAY } from '#shared/domain/time/time.ts';
import type { ParsedMail } from './parsed-mail.ts';

/** How old a thread may be that an email joins by its subject. */
const MAX_AGE_MS = 30 * DAY;

/** Threads that are compared. In a mailbox with more of them within 30 days, one fitting thread proves little. */
const MAX_THREADS = 300;
const PAGE = 100;

/**
 * The thread that an email answers although it names no earlier message, as Outlook does not: its subject answers that
 * of the thread, its only author and the mailbox are in the thread, and no other thread of the last 30 days fits.
 * `undefined` if there is any doubt.
 *
 * See: docs/contract/mail.md#inbound-mail.
 */
export async function threadBySubject(
  table: Table,
  mailbox: Mailbox,
  { subject, from, referencedIds, isAutomated }: ParsedMail,
  now: number,
): Promise<Thread | undefined> {
  const [author, ...others] = from;
  const { text, isAnswer } = topicOf(subject);
  if (!isAnswer || text === '' || author === undefined || others.length > 0) return undefined;
  if (referencedIds.length > 0 || isAutomated) return undefined;
  const { organizationId, identityId } = mailbox;
  const people = [author.address, mailbox.address].map((address) => addressDigest(organizationId, address));
  const fitting: Thread[] = [];
  let count = 0;
  for await (const thread of threadsBefore(table, identityId, undefined, PAGE)) {
    if (thread.createdAt < now - MAX_AGE_MS) break;
    count += 1;
    if (count > MAX_THREADS) return undefined;
    if (topicOf(thread.subject).text !== text || !knowsParticipants(thread)) continue;
    if (people.every((person) => thread.participants?.has(person))) fitting.push(thread);
  }
  return fitting.length === 1 ? fitting[0] : undefined;
}
