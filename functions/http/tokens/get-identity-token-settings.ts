import * as routes from '#shared/contract/routes/tokens.ts';
import { readIdentityTokenSettings } from '#shared/data/entities/issuer/identity-token-settings.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { settingsRecord } from './settings-record.ts';

export const getIdentityTokenSettings = operation(routes.getIdentityTokenSettings, async ({ actor, table }) =>
  reply(settingsRecord(await readIdentityTokenSettings(table, actor.organization.id))),
);
