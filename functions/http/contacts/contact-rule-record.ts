import { ANY_AUTHOR, type ContactRule } from '#shared/data/entities/contact/contact-rule.ts';
import { timestamp } from '#shared/domain/time/time.ts';

/** A contact rule in the form of the API. See: docs/contract/contacts.md#contact-rules. */
export function contactRuleRecord(rule: ContactRule) {
  const isAboutEveryone = rule.matchTarget === ANY_AUTHOR;
  return {
    id: rule.id,
    identity_id: rule.identityId,
    action: rule.action,
    match_type: isAboutEveryone ? null : rule.matchType,
    match_target: isAboutEveryone ? null : rule.matchTarget,
    when: rule.when ?? [],
    folder: rule.folder ?? null,
    direction: rule.direction,
    note: rule.note,
    created_at: timestamp(rule.createdAt),
  };
}
