import * as routes from '#shared/contract/routes/accounts.ts';
import { insertApiKey } from '#shared/data/entities/organization/api-key.ts';
import { findIdentity } from '#shared/data/entities/organization/identity.ts';
import { newApiKey } from '#shared/data/entities/organization/new-api-key.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { generateApiKey } from '#shared/domain/organization/api-key.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { apiKeyRecord } from './api-key-record.ts';

export const createApiKey = operation(routes.createApiKey, async ({ actor, table }, { body }) => {
  const { organization } = actor;
  const identityId = body.identity_id ?? null;
  if (identityId !== null && (await findIdentity(table, organization.id, identityId)) === undefined) throw notFound();

  const key = generateApiKey(identityId === null ? 'org' : 'agt');
  return write((tx) => {
    const createdAt = tx.nextTimestamp(organization.id);
    const apiKey = newApiKey(key, { organizationId: organization.id, name: body.name, identityId, createdAt });
    tx.put(...insertApiKey(apiKey, organization));
    return reply({ ...apiKeyRecord(apiKey), key });
  });
});
