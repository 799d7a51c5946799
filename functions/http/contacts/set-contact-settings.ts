import * as routes from '#shared/contract/routes/contacts.ts';
import { readContactSettings, replaceContactSettings } from '#shared/data/entities/contact/contact-rule-target.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { namedIdentity } from '#shared/services/identities/named-identity.ts';
import { contactSettingsRecord } from './contact-settings-record.ts';

export const setContactSettings = operation(
  routes.setContactSettings,
  async ({ actor, table, now }, { query, body }) => {
    const organizationId = actor.organization.id;
    const named = query.identity_id;
    const [identity, before] = await Promise.all([
      namedIdentity(routes.setContactSettings, { actor, table }, named),
      readContactSettings(table, organizationId, named ?? null),
    ]);
    const scope = identity?.id ?? null;
    const settings = { filterMode: body.filter_mode, updatedAt: Math.max(now, (before.own?.updatedAt ?? 0) + 1) };
    return write((tx) => {
      tx.put(replaceContactSettings(organizationId, scope, before.own, settings));
      tx.audit({
        targetId: scope ?? organizationId,
        before: contactSettingsRecord(scope, before.own, before.organization),
      });
      return reply(contactSettingsRecord(scope, settings, undefined));
    });
  },
);
