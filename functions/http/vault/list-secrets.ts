import * as routes from '../../../shared/contract/routes/vault.ts';
import { secretsBefore } from '../../../shared/data/entities/secret.ts';
import { collect } from '../../../shared/data/table-client.ts';
import { mayUse } from '../../../shared/runtime/pipeline/actor.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { secretRecord } from './secret-record.ts';

export const listSecrets = operation(routes.listSecrets, async ({ actor, table }, { query: { before, limit } }) => {
  const pageSize = actor.kind === 'org' ? limit : 500;
  const secrets = await collect(secretsBefore(table, actor.organization.id, before, pageSize), limit, (secret) =>
    mayUse(actor, secret),
  );
  return reply({ secrets: secrets.map(secretRecord) });
});
