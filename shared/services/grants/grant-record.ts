import type { Grant } from '#shared/data/entities/oauth/grant.ts';
import { timestamp, timestampOrNull } from '#shared/domain/time/time.ts';

/** A grant in the form of the API. */
export function grantRecord(grant: Grant) {
  return {
    id: grant.id,
    client_id: grant.clientId,
    client_name: grant.clientName,
    client_host: grant.clientHost,
    agents: grant.agents,
    scopes: grant.scopes,
    recipients: grant.recipients,
    member_id: grant.memberId,
    created_at: timestamp(grant.createdAt),
    last_used_at: timestampOrNull(grant.lastUsedAt),
    revoked_at: timestampOrNull(grant.revokedAt),
  };
}
