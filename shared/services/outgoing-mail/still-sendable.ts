import { findDomain } from '#shared/data/entities/mail/domain.ts';
import type { Message } from '#shared/data/entities/mail/message.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { mailFileTime } from '../mail-files/mail-store.ts';
import { requireSendable } from './require-sendable.ts';

/** A reason that has no error code, because no request meets it. */
class Refused extends Error {}

/** An email that was requested some time ago, and its recipients. */
interface LaterMail {
  readonly message: Message;
  readonly identity: Identity;
  readonly addresses: readonly string[];
}

/** Runs checks, and returns why one of them refuses the email, as its sender reads it; `undefined` if none does. */
export async function refusalBy(checks: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await checks();
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    if (error instanceof AppError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

/**
 * Throws what refuses an email now although nothing did when it was requested, for `refusalBy`: a contact rule, a
 * suppression, its mailbox, its domain, or files that have expired. The reads are strong.
 */
export async function requireStillSendable(table: Table, { message, identity, addresses }: LaterMail): Promise<void> {
  await allInOrder([
    requireMailbox(message, identity),
    requireSendable(table, identity, addresses),
    requireDomain(table, message, identity),
    requireFiles(message),
  ]);
}

async function requireMailbox({ mailboxId, from }: Message, { mailboxes }: Identity): Promise<void> {
  const mailbox = mailboxes.find(({ id }) => id === mailboxId);
  if (mailbox === undefined || mailbox.address !== from[0]?.address) {
    throw new Refused('The agent does not have the mailbox any more.');
  }
}

async function requireDomain(
  table: Table,
  { mailboxId }: Message,
  { organizationId, mailboxes }: Identity,
): Promise<void> {
  const domainId = mailboxes.find(({ id }) => id === mailboxId)?.domainId;
  if (domainId === undefined) return;
  const domain = await findDomain(table, organizationId, domainId);
  if (domain?.status !== 'verified') throw new Refused('The domain of the mailbox is not verified any more.');
}

/** The bucket deletes files after the retention period of the stage, which may end before the email is sent. */
async function requireFiles({ contentKey, attachments }: Message): Promise<void> {
  const keys = [contentKey, ...attachments.flatMap(({ key }) => key ?? [])];
  const times = await Promise.all(keys.map(mailFileTime));
  if (times.includes(undefined)) throw new Refused('The files of the message have expired.');
}
