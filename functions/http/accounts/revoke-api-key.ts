import * as routes from '#shared/contract/routes/accounts.ts';
import { insertOutbox } from '#shared/data/entities/log/outbox.ts';
import { findApiKey, updateApiKeyRevoked } from '#shared/data/entities/organization/api-key.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { randomPart } from '#shared/domain/ids/ids.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { apiKeyRecord } from './api-key-record.ts';

export const revokeApiKey = operation(routes.revokeApiKey, async ({ actor, table, now }, { params }) => {
  const key = await findApiKey(table, actor.organization.id, params.id);
  if (key === undefined) throw notFound();
  // Revoking a revoked key is no error and keeps the time of the first revocation.
  if (key.revokedAt !== null) return reply(apiKeyRecord(key));

  return write((tx) => {
    // The event streams of the key send nothing more, and are closed.
    const check = { kind: 'stream_check', connectionId: null } as const;
    tx.put(
      ...updateApiKeyRevoked(key, now),
      insertOutbox({ id: randomPart(), organizationId: key.organizationId, createdAt: now, ...check }),
    );
    return reply(apiKeyRecord({ ...key, revokedAt: now }));
  });
});
