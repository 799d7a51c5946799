import * as routes from '#shared/contract/routes/a2a.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { claimTask as claim } from '#shared/services/tasks/claim-task.ts';
import { actingAgent } from './acting-agent.ts';

export const claimTask = operation(routes.claimTask, async ({ actor, table }, { params, body }) => {
  const { lease_seconds: leaseSeconds, claim_id: claimId } = body;
  const plan = await claim(table, actingAgent(actor), params.id, { leaseSeconds, claimId });
  return write((tx) => {
    const made = plan.build(tx);
    return reply({ claimed: true, until: timestamp(made.claimedUntil), claim_id: made.claimId });
  });
});
