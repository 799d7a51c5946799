import type { Stream } from '../../../shared/data/entities/stream.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { streamLimitMessage } from '../../../shared/domain/limit-messages.ts';
import type { Limits } from '../../../shared/domain/limits.ts';
import { TICKET_LIFETIME_MS } from '../../../shared/domain/stream.ts';
import { SECOND } from '../../../shared/domain/time.ts';

/** Throws if the organization or the agent has its maximum of streams. See: docs/contract/event-streams.md#limits. */
export function requireStreamQuota(live: readonly Stream[], identityId: string | null, limits: Limits): void {
  const ofAgent = live.filter((stream) => identityId !== null && stream.identityId === identityId);
  if (identityId !== null && ofAgent.length >= limits.streamsPerAgent) throw limitReached('agent', limits);
  if (live.length >= limits.streamsPerOrganization) throw limitReached('organization', limits);
}

function limitReached(scope: 'agent' | 'organization', limits: Limits): AppError {
  // The limit does not reset with time, but unused tickets stop counting.
  const options = { retryAfterSeconds: TICKET_LIFETIME_MS / SECOND };
  return new AppError('rate_limit.exceeded', streamLimitMessage(scope, limits), options);
}
