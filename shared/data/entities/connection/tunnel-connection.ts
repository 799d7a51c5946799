import { epochSeconds, MINUTE } from '#shared/domain/time/time.ts';
import { rowDecoder } from '../../decode-row.ts';
import type { Slot } from '../../direct-writes/slot.ts';
import { TABLE } from '../../table.ts';
import { connectionKey } from './connection.ts';

/**
 * The connection of a tunnel's client. Its row has the same key as that of an event stream; `kind` distinguishes them.
 */
export interface TunnelConnection {
  kind: 'tunnel';
  connectionId: string;
  organizationId: string;
  tunnelId: string;
  /** The public address of the tunnel. */
  address: string;
  keyHash: string;
  /** The latest possible end of the connection. */
  until: number;
  /** What the connection holds of its network address; absent for a verified organization, and in older rows. */
  slot?: Slot;
}

export const decodeTunnelConnection = rowDecoder<TunnelConnection>({
  kind: 'string',
  connectionId: 'string',
  organizationId: 'string',
  tunnelId: 'string',
  address: 'string',
  keyHash: 'string',
  until: 'number',
});

/** The row of a connection. */
export function tunnelConnectionRow(connection: TunnelConnection) {
  const expiresAt = epochSeconds(connection.until + MINUTE);
  return { ...connectionKey(connection.connectionId), ...connection, [TABLE.timeToLive]: expiresAt };
}
