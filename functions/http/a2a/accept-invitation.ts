import * as routes from '#shared/contract/routes/a2a-access.ts';
import { RETRY } from '#shared/data/change.ts';
import type { InvitedAgent } from '#shared/data/entities/a2a/a2a-invitation.ts';
import { type A2aRule, insertA2aRule, rulesAbout } from '#shared/data/entities/a2a/a2a-rule.ts';
import { findIdentity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import type { Actor } from '#shared/runtime/pipeline/actor.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { invitationRecord } from './invitation-record.ts';
import { loadInvitationForStep, stageInvitationStep } from './invitation-step.ts';
import { appendRuleChanged } from './rule-event.ts';

/** Accepts an invitation. The same commit adds an allow rule for each agent, so that they can reach each other. */
export const acceptInvitation = operation(routes.acceptInvitation, async ({ actor, table, now }, { params }) => {
  const { invitation, existing } = await loadInvitationForStep(table, actor, params.id, 'accept', now);
  if (existing) return reply(invitationRecord(invitation, now));
  const stageRules = await Promise.all([
    allowRule(table, invitation.from, invitation.to, actor),
    allowRule(table, invitation.to, invitation.from, actor),
  ]);
  return write((tx) => {
    const accepted = stageInvitationStep(tx, invitation, 'accept', actor);
    for (const stage of stageRules) stage(tx);
    return reply(invitationRecord(accepted, now));
  });
});

/** Returns a function that stages an allow rule for both directions, unless such a rule exists. */
async function allowRule(
  table: Table,
  own: InvitedAgent,
  other: InvitedAgent,
  actor: Actor,
): Promise<(tx: TransactionBuilder) => void> {
  const { organizationId, identityId } = own;
  const [agent, rules] = await Promise.all([
    findIdentity(table, organizationId, identityId),
    rulesAbout(table, identityId, other.handle),
  ]);
  if (agent === undefined) throw new Error('the agent of an invitation does not exist');
  if (rules.some(({ action, direction }) => action === 'allow' && direction === 'both')) return () => {};
  return (tx) => {
    const createdAt = tx.nextTimestamp(organizationId);
    const rule: A2aRule = {
      id: makeId('a2aRule', createdAt, randomPart()),
      organizationId,
      identityId,
      handle: other.handle,
      action: 'allow',
      direction: 'both',
      via: 'invitation',
      createdAt,
      updatedAt: createdAt,
      version: 1,
    };
    tx.put(...insertA2aRule(rule, RETRY));
    appendRuleChanged(tx, rule, agent, { change: 'created', actor, at: createdAt });
  };
}
