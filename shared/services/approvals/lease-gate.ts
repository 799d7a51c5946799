import type { Change } from '#shared/data/change.ts';
import { agentUsageToday, countAgentUsage } from '#shared/data/entities/organization/agent-usage.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { HoldReason } from '#shared/domain/approval/approval.ts';
import type { ApprovalSettings } from '#shared/domain/approval/approval-settings.ts';
import { reasonsToHold } from './action-gate.ts';

/** Whether a lease is held. */
interface LeaseGateResult {
  /** Why it is held; empty if it may be created. */
  readonly reasons: readonly HoldReason[];
  /** What counts a lease that is created against the agent's budget. */
  readonly counts: readonly Change[];
}

/**
 * Decides whether a lease that an agent asks for waits for a person. An agent without a budget costs no read.
 *
 * See: docs/contract/approvals.md#leases.
 */
export async function gateLease(
  table: Table,
  {
    identity,
    settings,
    now,
  }: { readonly identity: Identity; readonly settings: ApprovalSettings; readonly now: number },
): Promise<LeaseGateResult> {
  const { leasesPerDay } = settings;
  const reasons = reasonsToHold('vault', { identity, settings, now });
  if (leasesPerDay === null) return { reasons, counts: [] };
  const usage = await agentUsageToday(table, identity.id, now);
  if (usage.leases + 1 > leasesPerDay) reasons.push({ code: 'leases_per_day' });
  if (reasons.length > 0) return { reasons, counts: [] };
  return { reasons, counts: [countAgentUsage(identity.id, usage, { leases: 1 }, now)] };
}
