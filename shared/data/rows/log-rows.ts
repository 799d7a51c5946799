import type { AreaRows } from './row-description.ts';

/** The event log, and what carries it: endpoints, deliveries, connections, the outbox. */
export const LOG_ROWS: AreaRows<
  | 'event'
  | 'clock'
  | 'webhook'
  | 'delivery'
  | 'deliveryWait'
  | 'connection'
  | 'connectionTicket'
  | 'outbox'
  | 'heartbeat'
> = {
  event: [
    { row: 'event; tombstone of a ticket without one', pk: '<org>', sk: '`evt_` and the time', files: ['event.ts'] },
  ],
  clock: [
    { row: 'event clock', pk: '<org>', sk: '`EVENTS`', files: ['clock.ts'] },
    { row: 'clock of the directory', pk: 'directory', sk: '`EVENTS`', files: ['clock.ts', 'a2a-directory.ts'] },
  ],
  webhook: [
    { row: 'webhook endpoint', pk: '<org>', sk: 'webhook id', files: ['webhook.ts'] },
    { row: 'counts and slots of endpoints', pk: '<org>', sk: '`COUNT`', files: ['webhook-count.ts'] },
    {
      row: 'event streams, which the relay reads with the endpoints',
      pk: '<org>',
      sk: '`STREAMS`',
      files: ['stream.ts'],
    },
  ],
  delivery: [
    {
      row: 'delivery; expires some time after it has ended',
      pk: '<org>#<shard>',
      sk: 'delivery id',
      files: ['delivery.ts'],
    },
    {
      row: 'delivery times for endpoints that were registered later',
      pk: '<org>#<shard>',
      sk: '`LATE#<event>`',
      files: ['delivery.ts'],
    },
  ],
  deliveryWait: [
    {
      row: 'when the sweep looks at the deliveries that wait for the budget of their organization',
      pk: '<org>',
      sk: '`WAITING`',
      files: ['waiting-deliveries.ts', 'shared/data/direct-writes/waiting-delivery.ts'],
    },
  ],
  connection: [
    {
      row: 'WebSocket connection: its stream, how far it has sent, and the lease of the worker that sends',
      pk: '<connection>',
      sk: '`CONNECTION`',
      files: ['connection.ts', 'shared/data/direct-writes/stream-lease.ts'],
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
      files: ['connection-ticket.ts'],
    },
  ],
  outbox: [
    { row: 'outbox entry', pk: '<org>', sk: 'ULID’s random half', files: ['outbox.ts'] },
    { row: 'signal of the heartbeat', pk: '`heartbeat`', sk: 'time', files: ['outbox.ts'] },
  ],
  heartbeat: [
    {
      row: 'last signal of the heartbeat that a queue’s worker has processed',
      pk: '`QUEUES`',
      sk: 'queue',
      files: ['heartbeat.ts'],
    },
  ],
};
