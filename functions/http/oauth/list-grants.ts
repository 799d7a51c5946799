import * as routes from '#shared/contract/routes/oauth.ts';
import { BoundedRead } from '#shared/data/bounded-read.ts';
import { grantsBefore } from '#shared/data/entities/oauth/grant.ts';
import { collect } from '#shared/data/table-client.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { grantRecord } from '#shared/services/grants/grant-record.ts';

export const listGrants = operation(routes.listGrants, async ({ actor, table }, { query }) => {
  const read = new BoundedRead(grantsBefore(table, actor.organization.id, query.before));
  const grants = await collect(read, query.limit);
  return replyPage({ grants: grants.map(grantRecord) }, read);
});
