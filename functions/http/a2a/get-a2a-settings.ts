import * as routes from '#shared/contract/routes/a2a-access.ts';
import { readSettings } from '#shared/data/entities/a2a/a2a-settings.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { settingsRecord } from './settings-record.ts';

export const getA2aSettings = resourceOperation(
  routes.getA2aSettings,
  loadIdentity,
  async ({ table, baseUrl }, identity) => {
    return reply(settingsRecord(identity, await readSettings(table, identity.id), baseUrl));
  },
);
