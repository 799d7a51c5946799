import { type Change, put } from '../../change.ts';
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

export function putIdentityTokenSettings(organizationId: string, settings: IdentityTokenSettings): Change {
  return put({ ...settingsKey(organizationId), ...settings });
}
