import type { IdentityTokenSettings } from '#shared/data/entities/issuer/identity-token-settings.ts';
import { timestampOrNull } from '#shared/domain/time/time.ts';

/** The settings in the form of the API. See: docs/contract/identity-tokens.md#settings. */
export function settingsRecord({ audiences, updatedAt }: IdentityTokenSettings) {
  return { audiences, updated_at: timestampOrNull(updatedAt) };
}
