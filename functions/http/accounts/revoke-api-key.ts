import * as routes from '../../../shared/contract/routes/accounts.ts';
import { findApiKey, updateApiKeyRevoked } from '../../../shared/data/entities/api-key.ts';
import { notFound } from '../../../shared/domain/errors.ts';
import { operation, reply, write } from '../../../shared/runtime/pipeline/operation.ts';
import { apiKeyRecord } from './api-key-record.ts';

export const revokeApiKey = operation(routes.revokeApiKey, async ({ actor, table, now }, { params }) => {
  const key = await findApiKey(table, actor.organization.id, params.id);
  if (key === undefined) throw notFound();
  // Revoking a revoked key is no error and keeps the time of the first revocation.
  if (key.revokedAt !== null) return reply(apiKeyRecord(key));

  return write((tx) => {
    tx.put(...updateApiKeyRevoked(key, now));
    return reply(apiKeyRecord({ ...key, revokedAt: now }));
  });
});
