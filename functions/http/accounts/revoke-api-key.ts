import * as routes from '#shared/contract/routes/accounts.ts';
import { insertStreamCheck } from '#shared/data/entities/log/outbox.ts';
import { findApiKey, updateApiKeyRevoked } from '#shared/data/entities/organization/api-key.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { apiKeyRecord } from './api-key-record.ts';

export const revokeApiKey = operation(routes.revokeApiKey, async ({ actor, table, now }, { params }) => {
  const key = await findApiKey(table, actor.organization.id, params.id);
  if (key === undefined) throw notFound();
  // Revoking a revoked key is no error and keeps the time of the first revocation.
  if (key.revokedAt !== null) return reply(apiKeyRecord(key));

  return write((tx) => {
    // The event streams of the key send nothing more, and are closed.
    tx.put(...updateApiKeyRevoked(key, now), insertStreamCheck(key.organizationId, now));
    tx.audit({ before: apiKeyRecord(key) });
    return reply(apiKeyRecord({ ...key, revokedAt: now }));
  });
});
