import * as routes from '../../../shared/contract/routes/accounts.ts';
import { apiKeysBefore } from '../../../shared/data/entities/api-key.ts';
import { collect } from '../../../shared/data/table-client.ts';
import { mayUse } from '../../../shared/runtime/pipeline/actor.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { apiKeyRecord } from './api-key-record.ts';

export const listApiKeys = operation(routes.listApiKeys, async ({ actor, table }, { query }) => {
  const keys = await collect(apiKeysBefore(table, actor.organization.id, query.before), query.limit, (key) =>
    mayUse(actor, key),
  );
  return reply({ api_keys: keys.map(apiKeyRecord) });
});
