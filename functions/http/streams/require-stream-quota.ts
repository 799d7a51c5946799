import type { Stream } from '#shared/data/entities/delivery/stream.ts';
import type { Table } from '#shared/data/table-client.ts';
import { isOwnerVerified } from '#shared/data/verified-organizations.ts';
import { TICKET_LIFETIME_MS } from '#shared/domain/delivery/stream.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { type StreamScope, streamLimitMessage } from '#shared/domain/limits/limit-messages.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import { SECOND } from '#shared/domain/time/time.ts';

/** Throws if the organization or the agent has its maximum of streams. See: docs/contract/event-streams.md#limits. */
export async function requireStreamQuota(
  table: Table,
  { organizationId, identityId, live }: { organizationId: string; identityId: string | null; live: readonly Stream[] },
  limits: Limits,
): Promise<void> {
  const ofAgent = live.filter((stream) => identityId !== null && stream.identityId === identityId);
  if (identityId !== null && ofAgent.length >= limits.streamsPerAgent) throw limitReached('agent', limits);
  if (live.length >= limits.streamsPerOrganization) throw limitReached('organization', limits);
  // Only an organization that has this many streams is read.
  if (live.length < limits.unverifiedStreams) return;
  if (!(await isOwnerVerified(table, organizationId))) throw limitReached('unverified', limits);
}

function limitReached(scope: StreamScope, limits: Limits): AppError {
  // The limit does not reset with time, but unused tickets stop counting.
  const options = { retryAfterSeconds: TICKET_LIFETIME_MS / SECOND };
  return new AppError('rate_limit.exceeded', streamLimitMessage(scope, limits), options);
}
