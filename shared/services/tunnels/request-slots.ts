import type { Slot } from '#shared/data/direct-writes/slot.ts';
import { releaseSlots, type SlotPool, takeSlots } from '#shared/data/direct-writes/slot-group.ts';
import { STAGE_SUBJECT } from '#shared/data/entities/stage/long-call.ts';
import type { TunnelTarget } from '#shared/data/entities/tunnel/tunnel.ts';
import type { Table } from '#shared/data/table-client.ts';
import { isOwnerVerified } from '#shared/data/verified-organizations.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { RESPONSE_TIMEOUT_MS } from '#shared/domain/tunnel/tunnel-limits.ts';
import { logger } from '#shared/runtime/log.ts';

/** How many public requests may last at once. */
export interface RequestSlotLimits {
  readonly limits: Pick<Limits, 'tunnelRequestsAtOnce'>;
  /** Those of all tunnels of the stage: three quarters of what it reserves; undefined if it reserves nothing. */
  readonly stageLongCalls?: number | undefined;
  /** Those of unverified organizations with clients at one network address: a tenth of it. */
  readonly stageAddressCalls?: number | undefined;
}

/** The tunnel that a request is for. */
type RequestedTunnel = Pick<TunnelTarget, 'tunnelId' | 'organizationId' | 'clientAddress'>;

/** No slot outlives its request, not even if the function crashes. */
const SLOT_MS = RESPONSE_TIMEOUT_MS + 5 * SECOND;

/** How many tunnels' worth of requests an organization may have at once, and all unverified ones together. */
const TUNNELS_AT_ONCE = 2;

/** The part of the stage's requests that tunnels of unverified organizations may hold. */
const UNVERIFIED_SHARE = 1 / 3;

/** The slots of a public request, or `undefined` if none is free. */
export type RequestSlots = readonly Slot[] | undefined;

/**
 * Takes the slots of a public request. It occupies its function as long as the tunnelled server and its client want, so
 * each tunnel and each organization has a limited number of them, and a quarter of what the stage reserves stays free
 * for responses that take no time. Anyone can create organizations: the unverified ones share one limit, and those with
 * clients at one network address a lower one, as for waits.
 *
 * See: docs/contract/tunnels.md#limits; docs/decisions/0026-tunnels.md.
 */
export async function takeRequestSlots(
  table: Table,
  { tunnelId, organizationId, clientAddress }: RequestedTunnel,
  { limits: { tunnelRequestsAtOnce }, stageLongCalls, stageAddressCalls }: RequestSlotLimits,
  now: number,
): Promise<RequestSlots> {
  const ofTunnels = TUNNELS_AT_ONCE * tunnelRequestsAtOnce;
  const ofUnverified = Math.max(1, Math.floor((stageLongCalls ?? Number.POSITIVE_INFINITY) * UNVERIFIED_SHARE));
  const ofAddress = Math.min(tunnelRequestsAtOnce, stageAddressCalls ?? tunnelRequestsAtOnce);
  const ofStrangers: SlotPool[] = [
    ...(clientAddress === undefined
      ? []
      : [{ subject: `tunnel#${clientAddress}`, count: ofAddress, scope: 'address' }]),
    { subject: 'tunnel#UNVERIFIED', count: Math.min(ofTunnels, ofUnverified), scope: 'unverified' },
  ];
  const pools: SlotPool[] = [
    { subject: tunnelId, count: tunnelRequestsAtOnce, scope: 'tunnel' },
    ...((await isOwnerVerified(table, organizationId))
      ? [{ subject: `tunnel#${organizationId}`, count: ofTunnels, scope: 'organization' }]
      : ofStrangers),
    ...(stageLongCalls === undefined
      ? []
      : [{ subject: `${STAGE_SUBJECT}#tunnel`, count: stageLongCalls, scope: 'stage' }]),
  ];
  const taken = await takeSlots(table, pools, now + SLOT_MS, now);
  return 'slots' in taken ? taken.slots : undefined;
}

/** Frees the slots of a request. Never throws: they end at their time. */
export async function freeRequestSlots(table: Table, slots: readonly Slot[]): Promise<void> {
  await releaseSlots(table, slots, Date.now()).catch((error: unknown) => {
    logger.warn('slot of a public request not freed', { error: error as Error });
  });
}

/** A body that frees the slots of its request when it has been read, or when its reader stops. */
export async function* freeingSlots(
  table: Table,
  slots: readonly Slot[],
  body: Uint8Array | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    if (body instanceof Uint8Array) yield body;
    else yield* body;
  } finally {
    await freeRequestSlots(table, slots);
  }
}
