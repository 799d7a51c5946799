import type { ApiKey } from '#shared/data/entities/organization/api-key.ts';
import { timestamp, timestampOrNull } from '#shared/domain/time/time.ts';

/** An API key in the form of the API, without its secret and its hash. */
export function apiKeyRecord(key: ApiKey) {
  return {
    id: key.id,
    name: key.name,
    ...(key.identityId === null ? {} : { identity_id: key.identityId }),
    key_prefix: key.keyPrefix,
    status: key.revokedAt === null ? ('active' as const) : ('revoked' as const),
    created_at: timestamp(key.createdAt),
    last_used_at: timestampOrNull(key.lastUsedAt),
    revoked_at: timestampOrNull(key.revokedAt),
  };
}
