import * as routes from '#shared/contract/routes/contacts.ts';
import { putContactSettings } from '#shared/data/entities/contact/contact-rule-target.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { namedIdentity } from '#shared/services/identities/named-identity.ts';
import { contactSettingsRecord } from './contact-settings-record.ts';

export const setContactSettings = operation(
  routes.setContactSettings,
  async ({ actor, table, now }, { query, body }) => {
    const organizationId = actor.organization.id;
    const scope = (await namedIdentity(routes.setContactSettings, { actor, table }, query.identity_id))?.id ?? null;
    const settings = { filterMode: body.filter_mode, updatedAt: now };
    return write((tx) => {
      tx.put(putContactSettings(organizationId, scope, settings));
      return reply(contactSettingsRecord(scope, settings, undefined));
    });
  },
);
