import type { ContactSettings, RuleScope } from '#shared/data/entities/contact/contact-rule-target.ts';
import { effectiveMode } from '#shared/domain/mail/contact-rules.ts';
import { timestampOrNull } from '#shared/domain/time/time.ts';

/** The filter mode that applies to an agent or organization, and when it was set there, if it was. */
export function contactSettingsRecord(
  scope: RuleScope,
  own: ContactSettings | undefined,
  organization: ContactSettings | undefined,
) {
  return {
    identity_id: scope,
    filter_mode: effectiveMode({ identity: own?.filterMode ?? null, organization: organization?.filterMode ?? null }),
    updated_at: timestampOrNull(own?.updatedAt),
  };
}
