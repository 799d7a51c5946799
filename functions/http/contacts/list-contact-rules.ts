import * as routes from '../../../shared/contract/routes/contacts.ts';
import { contactRulesBefore } from '../../../shared/data/entities/contact-rule.ts';
import { collect } from '../../../shared/data/table-client.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { namedIdentity } from '../../../shared/services/identities/named-identity.ts';
import { contactRuleRecord } from './contact-rule-record.ts';

export const listContactRules = operation(routes.listContactRules, async ({ actor, table }, { query }) => {
  const organizationId = actor.organization.id;
  const identityId = (await namedIdentity({ actor, table }, query.identity_id))?.id ?? null;
  const rules = await collect(
    contactRulesBefore(table, organizationId, query.before, identityId === null ? query.limit : 500),
    query.limit,
    (rule) => identityId === null || rule.identityId === identityId,
  );
  return reply({ contact_rules: rules.map(contactRuleRecord) });
});
