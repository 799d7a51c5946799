import { totpContext } from '#shared/data/entities/organization/second-factor.ts';
import { findStageDataKeys } from '#shared/data/entities/stage/stage-data-key.ts';
import { PREFIX } from '#shared/data/table.ts';
import type { Row } from '#shared/data/table-client.ts';
import type { Purpose } from '#shared/runtime/data-key.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';
import { StageKeyring } from '#shared/runtime/stage-keyring.ts';
import { planRotation } from '../data-key-rotation.ts';
import type { Migration } from '../migration/migration.ts';

/** Seals one value again, unless the present data key has sealed it. */
type Reseal = (purpose: Purpose, context: string, sealed: string) => Promise<string>;

interface SealedSecret {
  readonly sealed: string;
}

/**
 * Seals the values that do not expire with the newest data key: signing secrets of endpoints, credentials and inbound
 * secrets of provider accounts, secrets of push configurations and of second factors. Afterwards the older data keys
 * open nothing of these.
 *
 * See: docs/runbook.md#replacing-the-data-key.
 */
export const resealValues: Migration = {
  id: 'reseal-values',
  description: 'seals long-lived secrets with the newest version of the data key',
  rows: ['webhook', 'providerAccount', 'task', 'login'],
  prepare: async (stage, now) => {
    const table = await stage.table();
    // A version that does not seal yet would seal nothing here. This throws then, and for a stage without a data key.
    planRotation(await findStageDataKeys(table, stage.name), now);
    const keyService = await stage.keyService();
    const keyring = await new StageKeyring({ table: () => table, keyService, stage: () => stage.name }).get();
    return { target: `version ${keyring.activeVersion}`, change: (row) => resealRow(row, resealWith(keyring)) };
  },
};

function resealWith(keyring: Keyring): Reseal {
  return async (purpose, context, sealed) => {
    if (keyring.isCurrent(sealed)) return sealed;
    const opened = await keyring.open(purpose, context, sealed);
    return keyring.seal(purpose, context, opened.reveal());
  };
}

async function resealRow(row: Row, reseal: Reseal): Promise<Row | undefined> {
  const changed = await resealed(row, reseal);
  const isSame = Object.entries(changed).every(([name, value]) => JSON.stringify(value) === JSON.stringify(row[name]));
  if (isSame) return undefined;
  return { ...row, ...changed, ...(typeof row.version === 'number' && { version: row.version + 1 }) };
}

/** The sealed attributes of a row, sealed again. None for a row without such attributes. */
async function resealed(row: Row, reseal: Reseal): Promise<Record<string, unknown>> {
  const id = String(row.id);
  const attribute = async (name: string, purpose: Purpose, context: string) =>
    typeof row[name] === 'string' ? { [name]: await reseal(purpose, context, row[name]) } : {};
  if (row.pk.startsWith(PREFIX.webhook) && Array.isArray(row.secrets)) {
    const secrets = (row.secrets as SealedSecret[]).map(async (secret) => ({
      ...secret,
      sealed: await reseal('webhook-secret', id, secret.sealed),
    }));
    return { secrets: await Promise.all(secrets) };
  }
  if (row.pk.startsWith(PREFIX.providerAccount)) {
    return {
      ...(await attribute('sealedCredentials', 'provider-credentials', id)),
      ...(await attribute('sealedInboundSecret', 'provider-inbound', id)),
    };
  }
  if (row.pk.startsWith(PREFIX.task) && row.sk.startsWith('PUSH#')) {
    return {
      ...(await attribute('sealedToken', 'push-notification', `${row.endpointId}/token`)),
      ...(await attribute('sealedCredentials', 'push-notification', `${row.endpointId}/credentials`)),
    };
  }
  if (row.pk.startsWith(PREFIX.login) && row.sk === 'TOTP') {
    return attribute('sealedSecret', 'totp', totpContext(String(row.email)));
  }
  return {};
}
