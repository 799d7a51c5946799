import type { ApprovalKind } from '#shared/domain/approval/approval.ts';
import type { DisabledByService } from '#shared/domain/delivery/failing-period.ts';
import { requestIdField } from '#shared/domain/http/request-scope.ts';
import { randomPart } from '#shared/domain/ids/ids.ts';
import { DAY, epochSeconds, HOUR } from '#shared/domain/time/time.ts';
import { type Change, insert } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX, TABLE } from '../../table.ts';
import { getRow, type Key, type Row, type Table } from '../../table-client.ts';

/**
 * What a code is for. `known_address`: the address has an account, so the mail says so and contains no code. `unlock`:
 * the code lifts the limit of wrong passwords that the account has reached.
 */
export type CodePurpose = 'owner' | 'signup' | 'claim' | 'known_address' | 'unlock';

/** What the owner of an organization is notified of: the service has disabled an endpoint. */
export interface EndpointNotice {
  readonly to: string;
  readonly organizationName: string;
  readonly webhookId: string;
  readonly reason: DisabledByService;
  /** How many days the endpoint has failed, if that is the reason. */
  readonly days: number;
}

/** A held action as an email shows it to an approver. Its texts are as stored: the email takes links out of them. */
export interface EmailedApproval {
  readonly approvalId: string;
  readonly kind: ApprovalKind;
  readonly handle: string;
  /** The recipients of an email; none for another kind. */
  readonly recipients: readonly string[];
  /** The subject of an email, or the name of a secret. */
  readonly title: string;
  readonly reasons: readonly string[];
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly baseUrl: string;
}

/** What an approver gets an email about. */
export interface ApprovalNotice {
  readonly to: string;
  readonly organizationName: string;
  readonly approvals: readonly EmailedApproval[];
  /** How many others wait, which the email does not show. */
  readonly more: number;
}

/** Emails a six-digit code, which is encrypted here. */
export interface CodeMailJob {
  kind: 'code_mail';
  purpose: CodePurpose;
  /** Whether the code is for a new password. Its purpose is `unlock` then, the nearest that release 0.2.0 knows. */
  resetsPassword?: true;
  /** Whether the code accepts an invitation. Its purpose is `claim` then, the nearest that release 0.3.0 knows. */
  invites?: true;
  to: string;
  organizationName: string;
  sealedCode: string;
  minutes: number;
}

/**
 * A side effect that is requested in the same commit as the change that needs it. The relay reads the entry from the
 * stream and dispatches it to a queue.
 *
 * See: docs/architecture.md#four-decisions.
 */
type OutboxJob =
  | CodeMailJob
  /** Sends a message of an identity. */
  | { kind: 'mail'; identityId: string; messageId: string }
  /**
   * Does nothing without a notice. It is written instead of an email, so that the time of a response does not reveal
   * that none is sent. With a notice it emails the owner of the organization. Earlier releases set aside an entry of
   * a kind that they do not know, and do nothing for one of this kind with a notice that they do not know.
   */
  | {
      kind: 'noop';
      notice?: EndpointNotice;
      /** With `sealedCode`, the tokens and codes of its approvals (`ApprovalSecrets`), it emails an approver. */
      approvalNotice?: ApprovalNotice;
      sealedCode?: string;
      /** It starts the worker of a recovery. Earlier releases replay nothing. */
      recover?: { readonly webhookId: string; readonly recoveryId: string };
    }
  /** Delivers an event again. `late` has the delivery times of endpoints that the event has reserved none for. */
  | { kind: 'replay'; eventId: string; late: Record<string, number> }
  /** Registers a mail domain with SES and checks it. */
  | { kind: 'domain_check'; domainId: string }
  /** Removes a mail domain from SES, unless another organization claims it. */
  | { kind: 'domain_release'; domain: string }
  /** Sends the push notifications of a step of a task. `base` is the first delivery time that the step has reserved. */
  | { kind: 'task_push'; taskId: string; seq: number; base: number }
  /** Enqueues a test delivery, which the commit has written. */
  | { kind: 'webhook_test'; deliveryId: string }
  /** Checks whether an event stream may stay open: the one of this connection, or all of the organization. */
  | { kind: 'stream_check'; connectionId: string | null }
  /** Closes the connection of a tunnel that was deleted. */
  | { kind: 'tunnel_close'; connectionId: string }
  /**
   * Sends the workers of these queues a signal that the way from the table to them works. Release 0.2.0 names no queues
   * and means all of them.
   */
  | { kind: 'heartbeat'; queues?: readonly string[] };

export type OutboxEntry = OutboxJob & {
  id: string;
  organizationId: string;
  createdAt: number;
  /** The request that wrote the entry. */
  requestId?: string;
};

/** How many days an entry is kept, for operators who investigate a problem. */
const KEPT_DAYS = 7;

export function outboxKey(organizationId: string, id: string): Key {
  return { pk: `${PREFIX.outbox}${organizationId}`, sk: id };
}

/**
 * Takes the place of the organization in the entries of the heartbeat, which belong to none. No id of an organization
 * has this form.
 */
const HEARTBEAT_OWNER = 'heartbeat';

/** How long an entry of the heartbeat is kept: only the stream needs it. */
const HEARTBEAT_KEPT_MS = HOUR;

/** The row of one heartbeat for some queues. Its insertion is what the relay sees. */
export function heartbeatEntry(now: number, queues: readonly string[]): Row<OutboxEntry> {
  const id = String(now);
  return {
    ...outboxKey(HEARTBEAT_OWNER, id),
    id,
    organizationId: HEARTBEAT_OWNER,
    kind: 'heartbeat',
    queues,
    createdAt: now,
    ...{ [TABLE.timeToLive]: epochSeconds(now + HEARTBEAT_KEPT_MS) },
  };
}

export function insertOutbox(entry: OutboxEntry): Change {
  return insert({
    ...outboxKey(entry.organizationId, entry.id),
    ...entry,
    ...requestIdField(),
    expires_at: epochSeconds(entry.createdAt + KEPT_DAYS * DAY),
  });
}

/**
 * Lets a worker close the event streams that may no longer stay open: that of one connection, or those of the
 * organization. `now` is in epoch milliseconds.
 */
export function insertStreamCheck(organizationId: string, now: number, connectionId: string | null = null): Change {
  return insertOutbox({ id: randomPart(), organizationId, createdAt: now, kind: 'stream_check', connectionId });
}

/** An entry with the attributes that its worker has added. */
export type OutboxRow = OutboxEntry & {
  sentAt?: number;
  leaseUntil?: number;
  leaseId?: string;
  /** How many attempts were started. */
  attempts?: number;
  providerMessageId?: string;
};

/** Checks the attributes that entries of all kinds have. */
export const decodeOutboxRow = rowDecoder<OutboxRow>({
  id: 'string',
  organizationId: 'string',
  kind: 'string',
  createdAt: 'number',
});

export function findOutbox(table: Table, organizationId: string, id: string): Promise<OutboxRow | undefined> {
  return getRow(table, decodeOutboxRow, outboxKey(organizationId, id), { strong: true });
}
