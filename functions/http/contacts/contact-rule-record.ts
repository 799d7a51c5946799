import type { ContactRule } from '#shared/data/entities/contact-rule.ts';
import { timestamp } from '#shared/domain/time.ts';

/** A contact rule in the form of the API. See: docs/contract/contacts.md#contact-rules. */
export function contactRuleRecord(rule: ContactRule) {
  return {
    id: rule.id,
    identity_id: rule.identityId,
    action: rule.action,
    match_type: rule.matchType,
    match_target: rule.matchTarget,
    direction: rule.direction,
    note: rule.note,
    created_at: timestamp(rule.createdAt),
  };
}
