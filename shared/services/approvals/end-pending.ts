import type { DueRow } from '#shared/data/due-index.ts';
import {
  type Approval,
  endCancellation,
  findApproval,
  parseDueApproval,
  pendingBefore,
} from '#shared/data/entities/approval/approval.ts';
import { findHeldAction } from '#shared/data/entities/approval/held-action.ts';
import { findIdentity } from '#shared/data/entities/organization/identity.ts';
import { retryOnStaleRead } from '#shared/data/retry-on-stale-read.ts';
import type { Row } from '#shared/data/table-client.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { statusAt } from '#shared/domain/approval/approval.ts';
import { ACTION_KINDS } from './action-kinds.ts';
import { endingPlan } from './decide-approval.ts';
import type { DecisionContext, Ending } from './effect.ts';

const REASONS = {
  expired: 'No one decided in time.',
  canceled: 'The agent was suspended.',
} as const;

/**
 * Writes the end of an approval that has expired, or that a suspension has canceled: readers have seen it since. Does
 * nothing if a person has decided before.
 *
 * @returns whether the approval has ended
 */
export function endPending(
  context: DecisionContext,
  { organizationId, approvalId }: { readonly organizationId: string; readonly approvalId: string },
): Promise<boolean> {
  const { table, now } = context;
  return retryOnStaleRead(async (isOver, uploads) => {
    const approval = await findApproval(table, organizationId, approvalId);
    if (approval === undefined) return true;
    const identity = await findIdentity(table, organizationId, approval.identityId);
    const status = statusAt(approval, { now, generation: identity?.tokenGeneration });
    if (approval.status !== 'pending') return true;
    if (status !== 'expired' && status !== 'canceled') return false;
    const ending: Ending = { status, reason: REASONS[status] };
    const held = await findHeldAction(table, approval.identityId, approval.requestedHash);
    const stage = await ACTION_KINDS[approval.kind].end(context, approval, ending);
    const plan = endingPlan({ approval, held, decidedBy: null }, ending, stage);
    await commit<Approval>(table, plan, { now: Date.now, isOver, uploads });
    return true;
  });
}

/**
 * Cancels what is pending of an agent that was suspended, `limit` approvals at a time.
 *
 * @returns whether none is left
 */
export async function cancelPending(
  context: DecisionContext,
  { row, limit }: { readonly row: Row<DueRow>; readonly limit: number },
): Promise<boolean> {
  const { table } = context;
  const due = parseDueApproval(row);
  if (due.kind !== 'suspended') throw new Error('the row is not of a suspended agent');
  const { organizationId, identityId } = due;
  let ended = 0;
  for await (const { sk: approvalId, identityId: owner } of pendingBefore(table, organizationId)) {
    if (owner !== identityId) continue;
    if (ended === limit) return false;
    await endPending(context, { organizationId, approvalId });
    ended += 1;
  }
  await commit(table, { build: (tx) => tx.put(endCancellation(row)) }, { now: Date.now });
  return true;
}
