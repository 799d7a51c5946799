import { type Change, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/**
 * What an organization requires of its members. Authentication reads it with the membership, so it is in a partition
 * with nothing else.
 */
export interface MemberSettings {
  requireSecondFactor: boolean;
  /** Rises with each change; 0 without a row. */
  version: number;
}

export const decodeMemberSettings = rowDecoder<MemberSettings>({ requireSecondFactor: 'boolean', version: 'number' });

export function memberSettingsKey(organizationId: string): Key {
  return { pk: `${PREFIX.memberSettings}${organizationId}`, sk: 'SETTINGS' };
}

/** The settings of an organization. Without a row, nothing is required. */
export async function findMemberSettings(table: Table, organizationId: string): Promise<MemberSettings> {
  const stored = await getRow(table, decodeMemberSettings, memberSettingsKey(organizationId), { strong: true });
  return stored ?? { requireSecondFactor: false, version: 0 };
}

/** Replaces settings, if no one has changed them since they were read. */
export function replaceMemberSettings(
  organizationId: string,
  { version }: MemberSettings,
  settings: Omit<MemberSettings, 'version'>,
): Change {
  return replaceVersion({ ...memberSettingsKey(organizationId), ...settings, version: version + 1 });
}
