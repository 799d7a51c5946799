import type { AreaRows } from './row-description.ts';

/** Tunnels and the responses that pass them. */
export const TUNNEL_ROWS: AreaRows<'tunnel' | 'tunnelAddress' | 'tunnelReply'> = {
  tunnel: [
    { row: 'tunnel', pk: '<org>', sk: 'tunnel id', files: ['tunnel/tunnel.ts'] },
    { row: 'tunnels that are not deleted', pk: '<org>', sk: '`ACTIVE`', files: ['tunnel/active-tunnels.ts'] },
  ],
  tunnelAddress: [
    {
      row: 'tunnel by its public address, and the connection of its client',
      pk: '<address>',
      sk: '`TUNNEL`',
      files: ['tunnel/tunnel.ts', 'shared/data/direct-writes/tunnel-connection.ts'],
      personal: 'network address of the connected client',
    },
  ],
  tunnelReply: [
    {
      row: 'message of a response through a tunnel, for five minutes',
      pk: '<tunnel>#<request>',
      sk: 'number of the message',
      files: ['tunnel/tunnel-reply.ts', 'shared/data/direct-writes/tunnel-reply.ts'],
    },
  ],
};
