import * as routes from '#shared/contract/routes/a2a-access.ts';
import { BoundedRead } from '#shared/data/bounded-read.ts';
import { rulesBefore } from '#shared/data/entities/a2a/a2a-rule.ts';
import { findIdentity } from '#shared/data/entities/organization/identity.ts';
import { collect } from '#shared/data/table-client.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { ruleRecord } from './rule-record.ts';

export const listA2aRules = operation(routes.listA2aRules, async ({ actor, table }, { query }) => {
  const { identity_id } = query;
  if (identity_id !== undefined && (await findIdentity(table, actor.organization.id, identity_id)) === undefined) {
    throw notFound();
  }
  const read = new BoundedRead(rulesBefore(table, actor.organization.id, query.before));
  const rules = await collect(
    read,
    query.limit,
    ({ identityId }) => identity_id === undefined || identityId === identity_id,
  );
  return replyPage({ contact_rules: rules.map(ruleRecord) }, read);
});
