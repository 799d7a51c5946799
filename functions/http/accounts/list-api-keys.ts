import * as routes from '#shared/contract/routes/accounts.ts';
import { BoundedRead } from '#shared/data/bounded-read.ts';
import { apiKeysBefore } from '#shared/data/entities/organization/api-key.ts';
import { collect } from '#shared/data/table-client.ts';
import { mayUse } from '#shared/runtime/pipeline/actor.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { apiKeyRecord } from './api-key-record.ts';

export const listApiKeys = operation(routes.listApiKeys, async ({ actor, table }, { query }) => {
  const read = new BoundedRead(apiKeysBefore(table, actor.organization.id, query.before));
  const keys = await collect(read, query.limit, (key) => mayUse(actor, key));
  return replyPage({ api_keys: keys.map(apiKeyRecord) }, read);
});
