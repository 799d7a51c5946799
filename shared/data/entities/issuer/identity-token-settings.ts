import { attributeIs, type Change, put, RETRY } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/** The settings of an organization for identity tokens. See: docs/contract/identity-tokens.md#settings. */
export interface IdentityTokenSettings {
  /** The audiences for which its agents get tokens. */
  audiences: string[];
  /** Epoch milliseconds; null if the settings were never changed. */
  updatedAt: number | null;
}

const decodeIdentityTokenSettings = rowDecoder<IdentityTokenSettings>({ audiences: 'array', updatedAt: 'number' });

const DEFAULT_SETTINGS: IdentityTokenSettings = { audiences: [], updatedAt: null };

function settingsKey(organizationId: string): Key {
  return { pk: `${PREFIX.identityTokenSettings}${organizationId}`, sk: 'SETTINGS' };
}

/** The settings by a strongly consistent read, so that a change is effective for the next request. */
export async function readIdentityTokenSettings(table: Table, organizationId: string): Promise<IdentityTokenSettings> {
  const row = await getRow(table, decodeIdentityTokenSettings, settingsKey(organizationId), { strong: true });
  return row ?? DEFAULT_SETTINGS;
}

/** Replaces settings, if no one has changed them since they were read. Each change has a later time. */
export function replaceIdentityTokenSettings(
  organizationId: string,
  seen: IdentityTokenSettings,
  settings: IdentityTokenSettings,
): Change {
  const row = { ...settingsKey(organizationId), ...settings };
  return put(row, attributeIs('updatedAt', seen.updatedAt ?? undefined), RETRY);
}
