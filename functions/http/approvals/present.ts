import type { Approval } from '#shared/data/entities/approval/approval.ts';
import { findIdentities } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { statusAt } from '#shared/domain/approval/approval.ts';

/**
 * Approvals with their status at a time: one that has expired, or that a suspension has canceled, is so before the
 * sweep has written it.
 */
export async function present(table: Table, approvals: readonly Approval[], now: number): Promise<Approval[]> {
  const pending = approvals.filter(({ status }) => status === 'pending');
  const agents = await findIdentities(table, pending);
  const generations = new Map(agents.map(({ id, tokenGeneration }) => [id, tokenGeneration]));
  return approvals.map((approval) => ({
    ...approval,
    status: statusAt(approval, { now, generation: generations.get(approval.identityId) }),
  }));
}
