import { AUDITED_GRANT } from '#shared/contract/audited.ts';
import { type Grant, updateGrantRevoked } from '#shared/data/entities/oauth/grant.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import type { EventPayload } from '#shared/domain/log/events.ts';
import { SERVICE_ACTOR } from '#shared/domain/organization/audit.ts';
import { grantRecord } from './grant-record.ts';

type Payload = EventPayload<'grant.revoked'>;

/**
 * Stages the end of a grant, with its event. Its tokens fail from then on, because each use reads the grant. `actor` is
 * the caller of the API who has revoked it; null for the client itself and for the service.
 */
export function endGrant(
  tx: TransactionBuilder,
  grant: Grant,
  { reason, actor }: { reason: NonNullable<Payload['reason']>; actor: Payload['actor'] },
): void {
  tx.put(updateGrantRevoked(grant, tx.now));
  tx.audit({
    organizationId: grant.organizationId,
    ...(actor === null && { actor: SERVICE_ACTOR }),
    action: AUDITED_GRANT.action,
    other: AUDITED_GRANT,
    targetId: grant.id,
    before: grantRecord(grant),
    after: { reason },
  });
  tx.appendEvent(grant.organizationId, {
    type: 'grant.revoked',
    identityId: agentOf(grant),
    aggregateId: grant.id,
    payload: grantPayload(grant, { reason, actor }),
  });
}

/** The agent that an event about a grant belongs to: the only one of the grant, or none. */
export function agentOf({ agents }: Grant): string | null {
  return agents.length === 1 ? (agents[0] ?? null) : null;
}

/** The payload of an event about a grant. */
export function grantPayload(
  { id, clientId, clientHost, agents, scopes }: Grant,
  { reason, actor }: Pick<Payload, 'reason' | 'actor'>,
): Payload {
  return { grantId: id, clientId, clientHost, agents, scopes, reason, actor };
}
