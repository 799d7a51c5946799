import { takeLongCallSlot } from '#shared/data/direct-writes/long-call-slot.ts';
import type { Slot } from '#shared/data/direct-writes/slot.ts';
import type { AnyConnection } from '#shared/data/entities/connection/any-connection.ts';
import type { Table } from '#shared/data/table-client.ts';
import { isOwnerVerified } from '#shared/data/verified-organizations.ts';
import { CONNECTION_LIFETIME_MS } from '#shared/domain/delivery/stream.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import { rateLimitKeyForIp } from '#shared/runtime/pipeline/rate-limits.ts';

/** A connection that a client asks for. */
interface Asked {
  readonly kind: AnyConnection['kind'];
  readonly organizationId: string;
  /** The IP address of the client. */
  readonly address: string;
}

/**
 * The slot that the connection of an unverified organization takes, until it ends: those of one network address share
 * a limited number for event streams, and as many for tunnels. Anyone can create organizations, so a limit for each of
 * them alone does not bound what one stranger holds. A verified organization needs no slot.
 *
 * @returns `null` where none is needed, and `undefined` where none is free: the handshake is refused with 429.
 *
 * See: docs/contract/limits.md#unverified-organizations; docs/decisions/0042-strangers.md.
 */
export async function takeAddressSlot(
  table: Table,
  { kind, organizationId, address }: Asked,
  { unverifiedStreamsPerAddress, unverifiedTunnelsPerAddress }: Limits,
  now: number,
): Promise<Slot | null | undefined> {
  if (await isOwnerVerified(table, organizationId)) return null;
  const count = kind === 'stream' ? unverifiedStreamsPerAddress : unverifiedTunnelsPerAddress;
  const subject = `${kind}-connections#${rateLimitKeyForIp(address)}`;
  const taken = await takeLongCallSlot(table, subject, { count, until: now + CONNECTION_LIFETIME_MS }, now);
  return 'slot' in taken ? taken.slot : undefined;
}
