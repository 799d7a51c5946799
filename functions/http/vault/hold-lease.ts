import type { z } from 'zod';
import type { newLeaseSchema } from '#shared/contract/schemas/vault-lease.ts';
import type { Approval } from '#shared/data/entities/approval/approval.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { HoldReason } from '#shared/domain/approval/approval.ts';
import type { ApprovalSettings } from '#shared/domain/approval/approval-settings.ts';
import { contentHash } from '#shared/domain/approval/content-hash.ts';
import type { HeldLease } from '#shared/domain/approval/held-lease.ts';
import { makeId, randomPart, timeOfId } from '#shared/domain/ids/ids.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { reply, write } from '#shared/runtime/pipeline/operation.ts';
import { heldLeaseOf } from '#shared/services/approvals/lease-action.ts';
import { findHeld, requestApproval } from '#shared/services/approvals/request-approval.ts';

/** A lease that waits for a person. */
interface LeaseToHold {
  readonly lease: HeldLease;
  readonly reasons: readonly HoldReason[];
  readonly settings: ApprovalSettings;
  /** The address of the API. */
  readonly baseUrl: string;
  readonly now: number;
}

/**
 * Holds a lease: the approval has what was asked for, and no lease exists. The same request again gets the reply of the
 * held one.
 *
 * See: docs/contract/approvals.md#leases.
 */
export async function holdLease(table: Table, identity: Identity, held: LeaseToHold) {
  const { lease, reasons, settings, baseUrl, now } = held;
  const hash = leaseHash(identity.id, lease);
  const before = await findHeld(table, identity, hash, now);
  if (before.pending !== undefined) return reply(heldLeaseRecord(before.pending), HELD);
  return write((tx) => {
    const at = tx.nextTimestamp(identity.organizationId);
    const subjectId = makeId('lease', at, randomPart());
    const approval = requestApproval(tx, {
      identity,
      kind: 'lease',
      at,
      subjectId,
      lease,
      contentHash: hash,
      reasons,
      settings,
      baseUrl,
      held: before,
    });
    return reply(heldLeaseRecord(approval), HELD);
  });
}

const HELD = { status: 202 };

/** The hash of all that a lease will allow. */
function leaseHash(identityId: string, lease: HeldLease): string {
  return contentHash({
    kind: 'lease',
    identity_id: identityId,
    secret_id: lease.secretId,
    secret_version: lease.secretVersion,
    purpose: lease.purpose,
    max_uses: lease.maxUses,
    ttl_seconds: lease.ttlSeconds,
    hosts: lease.hosts,
  });
}

/** The lease as it would be, without a token. `expires_at` is the end of its approval. */
function heldLeaseRecord(approval: Approval): z.input<typeof newLeaseSchema> {
  const { secretId, secretVersion, maxUses, purpose, hosts } = heldLeaseOf(approval);
  return {
    id: approval.subjectId,
    secret_id: secretId,
    secret_version: secretVersion,
    identity_id: approval.identityId,
    status: 'held',
    approval_id: approval.id,
    max_uses: maxUses,
    use_count: 0,
    purpose,
    hosts: [...hosts],
    expires_at: timestamp(approval.expiresAt),
    last_redeemed_at: null,
    created_at: timestamp(timeOfId('lease', approval.subjectId)),
  };
}
