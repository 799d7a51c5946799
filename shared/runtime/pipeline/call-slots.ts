import type { SlotPool } from '#shared/data/direct-writes/slot-group.ts';
import { STAGE_SUBJECT } from '#shared/data/entities/stage/long-call.ts';
import type { Settings } from './context.ts';
import { rateLimitKeyForIp } from './rate-limits.ts';

/** The owner of the limit that a call has reached. */
export type CallScope = 'organization' | 'address' | 'stage';

/** A kind of call that occupies a function for as long as it lasts. Each kind has its own function. */
export type CallKind = 'wait' | 'a2a';

/**
 * The slots that a call of an unverified organization shares with the others from its network address. Anyone can
 * create organizations, so a limit for each of them alone does not bound what one stranger occupies. An address has a
 * tenth of what the stage reserves.
 *
 * See: docs/contract/limits.md#unverified-organizations; docs/decisions/0042-strangers.md.
 */
export function addressPool(kind: CallKind, address: string, settings: Settings): SlotPool<CallScope> {
  const { unverifiedWaitsPerAddress } = settings.limits;
  return {
    subject: `${kind}#${rateLimitKeyForIp(address)}`,
    count: Math.min(unverifiedWaitsPerAddress, settings.stageAddressCalls ?? unverifiedWaitsPerAddress),
    scope: 'address',
  };
}

/** The slots that all calls of a kind share, if the stage reserves concurrency for them: three quarters of it. */
export function stagePool(kind: CallKind, { stageLongCalls }: Settings): SlotPool<CallScope>[] {
  if (stageLongCalls === undefined) return [];
  return [
    { subject: kind === 'a2a' ? STAGE_SUBJECT : `${STAGE_SUBJECT}#${kind}`, count: stageLongCalls, scope: 'stage' },
  ];
}
