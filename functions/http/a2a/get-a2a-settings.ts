import * as routes from '../../../shared/contract/routes/a2a-access.ts';
import { readSettings } from '../../../shared/data/entities/a2a-settings.ts';
import { ownedResourceOperation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { loadOwnedIdentity } from '../../../shared/services/identities/load-owned-identity.ts';
import { settingsRecord } from './settings-record.ts';

export const getA2aSettings = ownedResourceOperation(
  routes.getA2aSettings,
  loadOwnedIdentity,
  async ({ table, baseUrl }, identity) => {
    return reply(settingsRecord(identity, await readSettings(table, identity.id), baseUrl));
  },
);
