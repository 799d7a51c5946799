import { type Change, insert } from '../change.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';

/**
 * What has to happen outside, committed with the change that asks for it. The relay reads the rows from the
 * stream and hands each to whoever does the work.
 *
 * Rule: architecture, The stream is the only door out.
 */
/** What a code is for. `known_address`: the address has an account, so its owner is told instead of sent a code. */
export type CodePurpose = 'owner' | 'signup' | 'claim' | 'known_address';

export type OutboxJob =
  /** A six-digit code to be mailed; the code is sealed. */
  | {
      kind: 'code_mail';
      purpose: CodePurpose;
      to: string;
      organizationName: string;
      sealedCode: string;
      minutes: number;
    }
  /** Nothing to do: written where a mail would be, so that nobody learns by the clock that there is none. */
  | { kind: 'nothing' }
  /** An event to be delivered again; `late` holds times for endpoints that had none. */
  | { kind: 'replay'; eventId: string; late: Record<string, number> }
  /** A test delivery whose row is there already. */
  | { kind: 'webhook_test'; deliveryId: string };

export type OutboxEntry = OutboxJob & { id: string; organizationId: string; createdAt: number };

/** Days an entry is kept after its work was handed over, for whoever looks back. */
const KEPT_DAYS = 7;

export function outboxKey(organizationId: string, id: string): Key {
  return { pk: `${PREFIX.outbox}${organizationId}`, sk: id };
}

export function insertOutbox(entry: OutboxEntry): Change {
  return insert({
    ...outboxKey(entry.organizationId, entry.id),
    ...entry,
    expires_at: Math.ceil(entry.createdAt / 1000) + KEPT_DAYS * 86_400,
  });
}

/** An entry with what its worker noted on it. */
export type OutboxRow = OutboxEntry & { sentAt?: number; claimedUntil?: number; providerMessageId?: string };

export function findOutbox(table: Table, organizationId: string, id: string): Promise<OutboxRow | undefined> {
  return getRow<OutboxRow>(table, outboxKey(organizationId, id), { strong: true });
}
