import * as routes from '#shared/contract/routes/tokens.ts';
import { putIdentityTokenSettings } from '#shared/data/entities/issuer/identity-token-settings.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { settingsRecord } from './settings-record.ts';

export const setIdentityTokenSettings = operation(
  routes.setIdentityTokenSettings,
  async ({ actor, now }, { body: { audiences } }) => {
    const settings = { audiences, updatedAt: now };
    return write((tx) => {
      tx.put(putIdentityTokenSettings(actor.organization.id, settings));
      return reply(settingsRecord(settings));
    });
  },
);
