import { type Approval, findApproval, insertApproval } from '#shared/data/entities/approval/approval.ts';
import { findHeldAction, putHeldAction } from '#shared/data/entities/approval/held-action.ts';
import { insertHeldSubject } from '#shared/data/entities/approval/held-subject.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { type ApprovalKind, type HoldReason, statusAt } from '#shared/domain/approval/approval.ts';
import type { ApprovalSettings } from '#shared/domain/approval/approval-settings.ts';
import type { HeldLease } from '#shared/domain/approval/held-lease.ts';
import type { HeldTask } from '#shared/domain/approval/held-task.ts';
import type { HeldTunnel } from '#shared/domain/approval/held-tunnel.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { requestedEvent } from './approval-events.ts';

/** An action that is held. */
export interface HeldRequest {
  readonly identity: Identity;
  readonly kind: ApprovalKind;
  /** A time that the commit has taken from the clock of the agent's organization, and that no other event has. */
  readonly at: number;
  /** What is held: the id of a message, a lease, a tunnel or a task. */
  readonly subjectId: string;
  /** The message that a held email answers or forwards, for its approver. */
  readonly relatedId?: string | undefined;
  /** The lease that is asked for. */
  readonly lease?: HeldLease | undefined;
  /** The tunnel that is asked for. */
  readonly tunnel?: HeldTunnel | undefined;
  /** The task that is asked for. */
  readonly task?: HeldTask | undefined;
  /** The hash of everything that will happen (`contentHash`). */
  readonly contentHash: string;
  /** At least one. */
  readonly reasons: readonly HoldReason[];
  /** What holds for the agent (`effectiveApprovalSettings`). */
  readonly settings: ApprovalSettings;
  /** The address of the API, for the links of emails to approvers. */
  readonly baseUrl: string;
  /** What `findHeld` has found. */
  readonly held: HeldBefore;
}

/** What was held of the same agent with the same content. */
export interface HeldBefore {
  /** The approval that is still pending: the action is held already. */
  readonly pending: Approval | undefined;
  /** The id of an approval that has ended, which the new one takes the place of. */
  readonly ended: string | undefined;
}

/**
 * Finds the pending approval of the same action: the response to it is that of the held one. Strongly consistent, and
 * the commit of `requestApproval` fails if another request has held the action meanwhile.
 *
 * See: docs/contract/approvals.md#the-same-action-again.
 */
export async function findHeld(
  table: Table,
  identity: Identity,
  contentHash: string,
  now: number,
): Promise<HeldBefore> {
  const approvalId = await findHeldAction(table, identity.id, contentHash);
  const approval = approvalId && (await findApproval(table, identity.organizationId, approvalId));
  if (!approval) return { pending: undefined, ended: approvalId };
  const status = statusAt(approval, { now, generation: identity.tokenGeneration });
  return status === 'pending' ? { pending: approval, ended: undefined } : { pending: undefined, ended: approval.id };
}

/**
 * Stages the approval of a held action and the event `approval.requested`, in the commit that holds the action. Throws
 * if the same action is held already.
 */
export function requestApproval(tx: TransactionBuilder, request: HeldRequest): Approval {
  const { identity, kind, at, subjectId, relatedId, lease, tunnel, task } = request;
  const { contentHash, reasons, settings, baseUrl, held } = request;
  if (held.pending !== undefined) throw new Error('the same action is held already');
  const { organizationId } = identity;
  const approval: Approval = {
    id: makeId('approval', at, randomPart()),
    organizationId,
    kind,
    identityId: identity.id,
    subjectId,
    ...(relatedId !== undefined && { relatedId }),
    ...(lease !== undefined && { lease }),
    ...(tunnel !== undefined && { tunnel }),
    ...(task !== undefined && { task }),
    status: 'pending',
    contentHash,
    requestedHash: contentHash,
    reasons: reasons.slice(0, MAX_REASONS),
    reason: null,
    tokenGeneration: identity.tokenGeneration ?? 0,
    expiresAt: at + settings.ttlSeconds * SECOND,
    decidedAt: null,
    decidedBy: null,
    createdAt: at,
    version: 1,
  };
  tx.put(...insertApproval(approval, baseUrl), putHeldAction(approval, held.ended));
  // A message has a row of its own, which names its approval.
  if (kind !== 'mail') tx.put(insertHeldSubject(approval));
  tx.appendEvent(organizationId, requestedEvent(approval));
  return approval;
}

/** As many as a message has recipients, and some hosts of links. */
const MAX_REASONS = 100;
