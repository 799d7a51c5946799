import { DAY, epochSeconds } from '../../domain/time.ts';
import { type Change, insert } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';

/**
 * What has to happen outside, committed with the change that asks for it. The relay reads the rows from the
 * stream and hands each to whoever does the work.
 *
 * See: docs/architecture.md#four-decisions.
 */
/**
 * What a code is for. `known_address`: the address has an account, so its mail says so and shows no code. `unlock`: the
 * account has reached a limit of wrong passwords, which the code lifts.
 */
export type CodePurpose = 'owner' | 'signup' | 'claim' | 'known_address' | 'unlock';

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
  /** A message of an agent to be sent. */
  | { kind: 'mail'; identityId: string; messageId: string }
  /** Nothing to do: written where a mail would be, so that nobody learns by the clock that there is none. */
  | { kind: 'nothing' }
  /** An event to be delivered again; `late` holds times for endpoints that had none. */
  | { kind: 'replay'; eventId: string; late: Record<string, number> }
  /** A mail domain to be made known to SES and looked at. */
  | { kind: 'domain_check'; domainId: string }
  /** A mail domain that SES may forget, unless another organization claims it. */
  | { kind: 'domain_release'; domain: string }
  /** A step of a task that its sender wants to be told of; `base` is the first delivery time reserved for it. */
  | { kind: 'task_push'; taskId: string; seq: number; base: number }
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
    expires_at: epochSeconds(entry.createdAt + KEPT_DAYS * DAY),
  });
}

/** An entry with what its worker noted on it. */
export type OutboxRow = OutboxEntry & {
  sentAt?: number;
  leaseUntil?: number;
  /** How often its work was begun. */
  attempts?: number;
  providerMessageId?: string;
};

/** Checks what all kinds of entries have. */
export const decodeOutboxRow = rowDecoder<OutboxRow>({
  id: 'string',
  organizationId: 'string',
  kind: 'string',
  createdAt: 'number',
});

export function findOutbox(table: Table, organizationId: string, id: string): Promise<OutboxRow | undefined> {
  return getRow(table, decodeOutboxRow, outboxKey(organizationId, id), { strong: true });
}
