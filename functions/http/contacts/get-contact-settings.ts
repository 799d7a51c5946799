import * as routes from '../../../shared/contract/routes/contacts.ts';
import { readContactSettings } from '../../../shared/data/entities/contact-rule-target.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { contactSettingsRecord } from './contact-settings-record.ts';
import { namedIdentity } from './named-identity.ts';

export const getContactSettings = operation(routes.getContactSettings, async ({ actor, table }, { query }) => {
  const organizationId = actor.organization.id;
  const scope = await namedIdentity(table, organizationId, query.identity_id);
  const { own, organization } = await readContactSettings(table, organizationId, scope);
  return reply(contactSettingsRecord(scope, own, organization));
});
