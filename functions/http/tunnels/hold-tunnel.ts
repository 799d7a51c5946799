import type { z } from 'zod';
import type { newTunnelSchema } from '#shared/contract/schemas/tunnel.ts';
import type { Approval } from '#shared/data/entities/approval/approval.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { HoldReason } from '#shared/domain/approval/approval.ts';
import type { ApprovalSettings } from '#shared/domain/approval/approval-settings.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { newTunnelAddress } from '#shared/domain/tunnel/tunnel-address.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { reply, write } from '#shared/runtime/pipeline/operation.ts';
import { findHeld, requestApproval } from '#shared/services/approvals/request-approval.ts';
import { tunnelHash, tunnelOf } from '#shared/services/approvals/tunnel-action.ts';
import { publicHostOf } from '#shared/services/tunnels/public-url.ts';
import { tunnelRecord } from './tunnel-record.ts';

/** A tunnel that waits for a person. */
interface TunnelToHold {
  readonly name: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly reasons: readonly HoldReason[];
  readonly settings: ApprovalSettings;
  /** The address of the API, for the links of emails to approvers. */
  readonly baseUrl: string;
  readonly now: number;
}

/**
 * Holds a tunnel: the approval has what was asked for, and no tunnel exists. The same request again gets the reply of
 * the held one.
 *
 * See: docs/contract/approvals.md#tunnels.
 */
export async function holdTunnel(
  table: Table,
  identity: Identity,
  { name, metadata, reasons, settings, baseUrl, now }: TunnelToHold,
) {
  const host = publicHostOf(readEnv('TUNNEL_URL').TUNNEL_URL);
  const tunnel = { name, metadata, host, address: newTunnelAddress() };
  const contentHash = tunnelHash(identity.id, tunnel);
  const held = await findHeld(table, identity, contentHash, now);
  if (held.pending !== undefined) return reply(heldTunnelRecord(held.pending, identity), HELD);
  return write((tx) => {
    const at = tx.nextTimestamp(identity.organizationId);
    const subjectId = makeId('tunnel', at, randomPart());
    const approval = requestApproval(tx, {
      identity,
      kind: 'tunnel',
      at,
      subjectId,
      tunnel,
      contentHash,
      reasons,
      settings,
      baseUrl,
      held,
    });
    return reply(heldTunnelRecord(approval, identity), HELD);
  });
}

const HELD = { status: 202 };

/** The tunnel as it would be. Its addresses lead nowhere until it is approved. */
function heldTunnelRecord(approval: Approval, identity: Identity): z.input<typeof newTunnelSchema> {
  const record = tunnelRecord(tunnelOf(approval), { identity, target: undefined });
  return { ...record, status: 'held', approval_id: approval.id };
}
