import type { Skill } from '#shared/data/entities/a2a/a2a-settings.ts';
import { withOriginal } from '#shared/domain/safe-reading/with-original.ts';

/** A skill in the form of the API. See: docs/contract/a2a.md#settings. */
export function skillRecord(skill: Skill) {
  return withOriginal(skill, ['name', 'description', 'tags', 'examples']);
}
