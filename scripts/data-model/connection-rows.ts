import type { AreaRows } from './row-description.ts';

/** Connections of the WebSocket API, and the tickets for them. */
export const CONNECTION_ROWS: AreaRows<'connection' | 'connectionTicket'> = {
  connection: [
    {
      row: 'WebSocket connection: its stream, how far it has sent, and the lease of the worker that sends',
      pk: '<connection>',
      sk: '`CONNECTION`',
      files: ['connection/connection.ts', 'shared/data/direct-writes/stream-lease.ts'],
      personal: 'network address of the client, if the owner of its organization is not verified',
    },
    {
      row: 'replies that are being sent to a WebSocket connection, for an hour',
      pk: '<connection>',
      sk: '`REPLIES`',
      files: ['shared/data/direct-writes/pending-replies.ts'],
    },
  ],
  connectionTicket: [
    {
      row: 'ticket for a WebSocket connection, by hash',
      pk: '<sha256>',
      sk: '`TICKET`',
      files: ['connection/connection-ticket.ts'],
    },
  ],
};
