import * as routes from '#shared/contract/routes/domains.ts';
import { domainsBefore } from '#shared/data/entities/mail/domain.ts';
import { collect } from '#shared/data/table-client.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { domainRecord } from './domain-record.ts';

export const listDomains = operation(routes.listDomains, async ({ actor, table }, { query }) => {
  const domains = await collect(domainsBefore(table, actor.organization.id, query.before), query.limit);
  return reply({ domains: domains.map(domainRecord) });
});
