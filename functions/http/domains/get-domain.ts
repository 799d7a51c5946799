import * as routes from '#shared/contract/routes/domains.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { domainRecord } from './domain-record.ts';
import { loadDomain } from './load-domain.ts';

export const getDomain = operation(routes.getDomain, async ({ actor, table }, { params }) =>
  reply(domainRecord(await loadDomain(table, actor, params.id))),
);
