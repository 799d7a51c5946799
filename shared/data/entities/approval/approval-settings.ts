import { type ApprovalSettings, stricterSettings } from '#shared/domain/approval/approval-settings.ts';
import { attributeIs, type Change, put, RETRY } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, getRows, type Key, type Table } from '../../table-client.ts';

/** The approval settings of an agent, or of an organization, that were set. */
export interface StoredApprovalSettings extends ApprovalSettings {
  /** Epoch milliseconds. */
  updatedAt: number;
}

const decodeSettings = rowDecoder<StoredApprovalSettings>({
  mail: 'string',
  vault: 'string',
  tunnel: 'string',
  task: 'string',
  ttlSeconds: 'number',
  approvers: 'array',
  updatedAt: 'number',
});

/** `scope`: the id of an agent, or null for the organization. */
function settingsKey(organizationId: string, scope: string | null): Key {
  return { pk: `${PREFIX.approvalSettings}${organizationId}`, sk: scope ?? 'ORGANIZATION' };
}

/** Replaces settings, if no one has changed them since they were read. Each change has a later time. */
export function replaceApprovalSettings(
  organizationId: string,
  scope: string | null,
  seen: StoredApprovalSettings | undefined,
  settings: StoredApprovalSettings,
): Change {
  const row = { ...settingsKey(organizationId, scope), ...settings };
  return put(row, attributeIs('updatedAt', seen?.updatedAt), RETRY);
}

/** What was set for an agent, or for the organization, by a strongly consistent read. */
export function findApprovalSettings(
  table: Table,
  organizationId: string,
  scope: string | null,
): Promise<StoredApprovalSettings | undefined> {
  return getRow(table, decodeSettings, settingsKey(organizationId, scope), { strong: true });
}

/** What holds for an agent, by a strongly consistent read, so that a setting applies to the next action. */
export async function effectiveApprovalSettings(
  table: Table,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<ApprovalSettings> {
  const keys = [settingsKey(organizationId, null), settingsKey(organizationId, id)];
  const rows = await getRows(table, decodeSettings, keys, { strong: true });
  const at = (key: Key | undefined) => rows.find(({ sk }) => sk === key?.sk);
  return stricterSettings(at(keys[0]), at(keys[1]));
}
