import type { A2aSettings } from '#shared/data/entities/a2a/a2a-settings.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { withOriginal } from '#shared/domain/safe-reading/with-original.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { cardUrlOf } from '#shared/services/tasks/agent-card.ts';
import { skillRecord } from './skill-record.ts';

/** Settings in the form of the API. See: docs/contract/a2a.md#settings. */
export function settingsRecord(identity: Identity, settings: A2aSettings, baseUrl: string) {
  const record = {
    ...mutableFields(settings),
    skills: settings.skills.map(skillRecord),
    card_url: cardUrlOf(identity.id, baseUrl),
    created_at: timestamp(identity.createdAt),
    updated_at: timestamp(settings.updatedAt ?? identity.createdAt),
  };
  return withOriginal(record, ['description']);
}

/** The settings that a request may change, under their names in the API. */
export function mutableFields({ publiclyDiscoverable, filterMode, description, skills }: A2aSettings) {
  return { publicly_discoverable: publiclyDiscoverable, filter_mode: filterMode, description, skills };
}
