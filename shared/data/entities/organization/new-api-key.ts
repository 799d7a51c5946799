import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { apiKeyPrefix, hashApiKey } from '#shared/domain/organization/api-key.ts';
import type { ApiKey } from './api-key.ts';

/** The record of a new key, which does not contain the text of the key. */
export function newApiKey(
  text: string,
  of: Pick<ApiKey, 'organizationId' | 'name' | 'identityId' | 'createdAt'>,
): ApiKey {
  return {
    id: makeId('apiKey', of.createdAt, randomPart()),
    ...of,
    keyPrefix: apiKeyPrefix(text),
    keyHash: hashApiKey(text),
    lastUsedAt: null,
    revokedAt: null,
  };
}
