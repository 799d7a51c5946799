import { findMailbox, type Mailbox } from '#shared/data/entities/mail/mailbox.ts';
import type { Table } from '#shared/data/table-client.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { count } from '#shared/runtime/log.ts';

/** Where an email goes. */
export interface Route {
  /** The distinct mailboxes: `ada@` and `ada+tag@` share one. */
  readonly mailboxes: readonly Mailbox[];
  /** How many recipients have no mailbox. */
  readonly unroutable: number;
}

/** How many mailboxes are looked up at a time. An envelope has at most some hundred recipients. */
const MAX_CONCURRENT_LOOKUPS = 16;

/**
 * Finds the mailboxes of the recipients of an envelope, and counts those without one (`Mail_unroutable`).
 * `organizationId` limits the mailboxes to those of one organization; `null` allows all.
 *
 * See: docs/contract/mail.md#inbound-mail.
 */
export async function routeRecipients(
  table: Table,
  recipients: readonly string[],
  organizationId: string | null,
): Promise<Route> {
  const found = await mapWithLimit(recipients, MAX_CONCURRENT_LOOKUPS, (recipient) => findMailbox(table, recipient));
  const reached = found.filter(
    (mailbox) => mailbox !== undefined && (organizationId === null || mailbox.organizationId === organizationId),
  ) as Mailbox[];
  const unroutable = found.length - reached.length;
  if (unroutable > 0) count('Mail_unroutable', unroutable);
  return { mailboxes: [...new Map(reached.map((mailbox) => [mailbox.id, mailbox])).values()], unroutable };
}
