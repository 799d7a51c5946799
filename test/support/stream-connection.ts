import { randomUUID } from 'node:crypto';
import type { StreamConnection } from '#shared/data/entities/connection/connection.ts';

/** The connection of an org key's stream of all events, which has sent everything up to its cursor. */
export function streamConnection(connectedAt: number, cursor: number): StreamConnection {
  return {
    kind: 'stream',
    connectionId: randomUUID(),
    organizationId: 'org_1',
    streamId: 'str_1',
    keyId: 'key_1',
    keyHash: 'hash',
    identityId: null,
    types: null,
    connectedAt,
    until: connectedAt + 1,
    cursor,
    ready: false,
    failures: 0,
  };
}
