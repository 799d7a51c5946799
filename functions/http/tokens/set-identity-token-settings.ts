import * as routes from '#shared/contract/routes/tokens.ts';
import {
  readIdentityTokenSettings,
  replaceIdentityTokenSettings,
} from '#shared/data/entities/issuer/identity-token-settings.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { settingsRecord } from './settings-record.ts';

export const setIdentityTokenSettings = operation(
  routes.setIdentityTokenSettings,
  async ({ actor, table, now }, { body: { audiences } }) => {
    const { id } = actor.organization;
    const before = await readIdentityTokenSettings(table, id);
    const settings = { audiences, updatedAt: Math.max(now, (before.updatedAt ?? 0) + 1) };
    return write((tx) => {
      tx.put(replaceIdentityTokenSettings(id, before, settings));
      tx.audit({ before: settingsRecord(before) });
      return reply(settingsRecord(settings));
    });
  },
);
