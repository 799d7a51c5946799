import * as routes from '#shared/contract/routes/identities.ts';
import { identitiesBefore } from '#shared/data/entities/organization/identity.ts';
import { collect } from '#shared/data/table-client.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { identityRecord } from './identity-record.ts';

export const listIdentities = operation(routes.listIdentities, async ({ actor, table, baseUrl }, { query }) => {
  const identities = await collect(identitiesBefore(table, actor.organization.id, query.before), query.limit);
  return reply({ identities: identities.map((identity) => identityRecord(identity, baseUrl)) });
});
