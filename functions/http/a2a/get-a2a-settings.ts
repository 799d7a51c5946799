import * as routes from '../../../shared/contract/routes/a2a-access.ts';
import { readSettings } from '../../../shared/data/entities/a2a-settings.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { ownAgent } from './own-agent.ts';
import { settingsRecord } from './settings-record.ts';

export const getA2aSettings = operation(routes.getA2aSettings, async ({ actor, table, baseUrl }, { params }) => {
  const identity = await ownAgent(table, actor, params.id);
  return reply(settingsRecord(identity, await readSettings(table, identity.id), baseUrl));
});
