import type { FilterMode } from '#shared/domain/contact/access-rule.ts';
import { type Change, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Row, type Table } from '../../table-client.ts';

/** Something that an agent can do, as its card shows it. See: A2A v1.0, a2a.proto (`AgentSkill`). */
export interface Skill {
  id: string;
  name: string;
  description: string;
  tags: string[];
  examples: string[];
}

/** The settings of an agent for agent-to-agent traffic. See: docs/contract/a2a.md#settings. */
export interface A2aSettings {
  publiclyDiscoverable: boolean;
  filterMode: FilterMode;
  description: string | null;
  skills: Skill[];
  /** The time of the agent's listing in the directory; null if it is not listed. */
  listedAt: number | null;
  /** null if the settings were never changed. */
  updatedAt: number | null;
  version: number;
}

const decodeA2aSettings = rowDecoder<A2aSettings>({ filterMode: 'string', skills: 'array', version: 'number' });

const DEFAULT_SETTINGS: A2aSettings = {
  publiclyDiscoverable: false,
  filterMode: 'allowlist',
  description: null,
  skills: [],
  listedAt: null,
  updatedAt: null,
  version: 0,
};

export function settingsKey(identityId: string) {
  return { pk: `${PREFIX.a2aSettings}${identityId}`, sk: 'SETTINGS' };
}

/** The settings by a strongly consistent read, so that a change is effective for the next request. */
export async function readSettings(table: Table, identityId: string): Promise<A2aSettings> {
  const row = await getRow(table, decodeA2aSettings, settingsKey(identityId), { strong: true });
  return row === undefined ? DEFAULT_SETTINGS : settingsOfRow(row);
}

/** The filter mode of a settings row, if there is one. */
export function filterModeOf(row: Row | undefined): FilterMode {
  return row === undefined ? DEFAULT_SETTINGS.filterMode : decodeA2aSettings(row).filterMode;
}

function settingsOfRow({ pk: _pk, sk: _sk, ...settings }: Row<A2aSettings>): A2aSettings {
  return settings;
}

/** Replaces the settings. `version` must be one more than was read. */
export function replaceSettings(identityId: string, settings: A2aSettings): Change {
  return replaceVersion({ ...settingsKey(identityId), ...settings });
}
