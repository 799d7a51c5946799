import { findMailbox, type Mailbox } from '#shared/data/entities/mail/mailbox.ts';
import type { Table } from '#shared/data/table-client.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { count } from '#shared/runtime/log.ts';

/** A mailbox, and the address of the envelope that led to it: the first one, with its tag. */
export interface ReachedMailbox extends Mailbox {
  readonly deliveredTo: string;
}

/** Where an email goes. */
export interface Route {
  /** The distinct mailboxes: `ada@` and `ada+tag@` share one. */
  readonly mailboxes: readonly ReachedMailbox[];
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
  const reached = found.flatMap((mailbox, index): ReachedMailbox[] => {
    if (mailbox === undefined || (organizationId !== null && mailbox.organizationId !== organizationId)) return [];
    return [{ ...mailbox, deliveredTo: recipients[index] ?? mailbox.address }];
  });
  const unroutable = found.length - reached.length;
  if (unroutable > 0) count('Mail_unroutable', unroutable);
  const first = new Map(reached.toReversed().map((mailbox) => [mailbox.id, mailbox]));
  return { mailboxes: [...new Set(reached.map(({ id }) => first.get(id) as ReachedMailbox))], unroutable };
}
