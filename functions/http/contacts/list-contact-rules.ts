import * as routes from '#shared/contract/routes/contacts.ts';
import { BoundedRead } from '#shared/data/bounded-read.ts';
import { contactRulesBefore } from '#shared/data/entities/contact/contact-rule.ts';
import { collect } from '#shared/data/table-client.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { namedIdentity } from '#shared/services/identities/named-identity.ts';
import { contactRuleRecord } from './contact-rule-record.ts';

export const listContactRules = operation(routes.listContactRules, async ({ actor, table }, { query }) => {
  const organizationId = actor.organization.id;
  const identityId = (await namedIdentity(routes.listContactRules, { actor, table }, query.identity_id))?.id ?? null;
  const read = new BoundedRead(
    contactRulesBefore(table, organizationId, query.before, identityId === null ? query.limit : 500),
  );
  const rules = await collect(read, query.limit, (rule) => identityId === null || rule.identityId === identityId);
  return replyPage({ contact_rules: rules.map(contactRuleRecord) }, read);
});
