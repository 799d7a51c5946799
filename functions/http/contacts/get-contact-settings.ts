import * as routes from '#shared/contract/routes/contacts.ts';
import { readContactSettings } from '#shared/data/entities/contact/contact-rule-target.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { namedIdentity } from '#shared/services/identities/named-identity.ts';
import { contactSettingsRecord } from './contact-settings-record.ts';

export const getContactSettings = operation(routes.getContactSettings, async ({ actor, table }, { query }) => {
  const organizationId = actor.organization.id;
  const scope = (await namedIdentity(routes.getContactSettings, { actor, table }, query.identity_id))?.id ?? null;
  const { own, organization } = await readContactSettings(table, organizationId, scope);
  return reply(contactSettingsRecord(scope, own, organization));
});
