import { type Change, put } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/**
 * What an organization requires of its members. Authentication reads it with the membership, so it is in a partition
 * with nothing else.
 */
export interface MemberSettings {
  requireSecondFactor: boolean;
}

export const decodeMemberSettings = rowDecoder<MemberSettings>({ requireSecondFactor: 'boolean' });

export function memberSettingsKey(organizationId: string): Key {
  return { pk: `${PREFIX.memberSettings}${organizationId}`, sk: 'SETTINGS' };
}

/** The settings of an organization. Without a row, nothing is required. */
export async function findMemberSettings(table: Table, organizationId: string): Promise<MemberSettings> {
  const stored = await getRow(table, decodeMemberSettings, memberSettingsKey(organizationId), { strong: true });
  return stored ?? { requireSecondFactor: false };
}

export function putMemberSettings(organizationId: string, settings: MemberSettings): Change {
  return put({ ...memberSettingsKey(organizationId), ...settings });
}
