import type { FilterMode } from '../../domain/access-rule.ts';
import { type Change, replaceVersion } from '../change.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Row, type Table } from '../table-client.ts';

/** Something an agent can do, as its card tells it. See: A2A v1.0, a2a.proto (`AgentSkill`). */
export interface Skill {
  id: string;
  name: string;
  description: string;
  tags: string[];
  examples: string[];
}

/** How an agent takes part in agent-to-agent traffic. See: docs/contract/a2a.md#settings. */
export interface A2aSettings {
  publiclyDiscoverable: boolean;
  filterMode: FilterMode;
  description: string | null;
  skills: Skill[];
  /** The time under which the directory lists the agent; null while it does not. */
  listedAt: number | null;
  /** null: never changed since the agent was made. */
  updatedAt: number | null;
  version: number;
}

export const DEFAULT_SETTINGS: A2aSettings = {
  publiclyDiscoverable: false,
  filterMode: 'allowlist',
  description: null,
  skills: [],
  listedAt: null,
  updatedAt: null,
  version: 0,
};

function settingsKey(identityId: string) {
  return { pk: `${PREFIX.a2aSettings}${identityId}`, sk: 'SETTINGS' };
}

/** Strongly read: who may reach an agent changes with the write that says so. */
export async function readSettings(table: Table, identityId: string): Promise<A2aSettings> {
  const row = await getRow<A2aSettings>(table, settingsKey(identityId), { strong: true });
  return row === undefined ? DEFAULT_SETTINGS : settingsOfRow(row);
}

function settingsOfRow({ pk: _pk, sk: _sk, ...settings }: Row<A2aSettings>): A2aSettings {
  return settings;
}

/** The settings as they are to be; `version` one more than what was read. */
export function replaceSettings(identityId: string, settings: A2aSettings): Change {
  return replaceVersion({ ...settingsKey(identityId), ...settings });
}
