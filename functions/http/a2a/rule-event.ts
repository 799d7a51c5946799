import type { A2aRule } from '#shared/data/entities/a2a/a2a-rule.ts';
import { agentSummary, type Identity } from '#shared/data/entities/organization/identity.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import type { Actor } from '#shared/runtime/pipeline/actor.ts';
import { actorPayload } from '#shared/services/tasks/actor.ts';

/**
 * Appends the change of a rule to its organization's log. See: docs/contract/events.md#event-types;
 * docs/contract/events.md#payload-values.
 */
export function appendRuleChanged(
  tx: TransactionBuilder,
  rule: A2aRule,
  agent: Identity,
  how: { change: 'created' | 'updated' | 'deleted'; actor: Actor; previous?: A2aRule; at?: number },
): void {
  const { id: ruleId, identityId, handle, action, direction, via } = rule;
  tx.appendEvent(rule.organizationId, {
    type: 'a2a.contact_rule.changed',
    identityId,
    aggregateId: ruleId,
    payload: {
      change: how.change,
      ruleId,
      identityId,
      handle,
      action,
      direction,
      ...(how.previous === undefined ? {} : { previous: termsOf(how.previous) }),
      actor: actorPayload(how.actor),
      ...(via === null ? {} : { via }),
    },
    agents: [agentSummary(agent)],
    at: how.at,
  });
}

function termsOf({ id: ruleId, identityId, handle, action, direction }: A2aRule) {
  return { ruleId, identityId, handle, action, direction };
}
