import * as routes from '#shared/contract/routes/vault.ts';
import { BoundedRead } from '#shared/data/bounded-read.ts';
import { secretsBefore } from '#shared/data/entities/vault/secret.ts';
import { collect } from '#shared/data/table-client.ts';
import { mayUse } from '#shared/runtime/pipeline/actor.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { secretRecord } from './secret-record.ts';

export const listSecrets = operation(routes.listSecrets, async ({ actor, table }, { query: { before, limit } }) => {
  const pageSize = actor.kind === 'org' ? limit : 500;
  const read = new BoundedRead(secretsBefore(table, actor.organization.id, before, pageSize));
  const secrets = await collect(read, limit, (secret) => mayUse(actor, secret));
  return replyPage({ secrets: secrets.map(secretRecord) }, read);
});
