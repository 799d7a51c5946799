import type { AreaRows } from './row-description.ts';

/** Endpoints and event streams, and deliveries to endpoints. */
export const DELIVERY_ROWS: AreaRows<'webhook' | 'delivery' | 'deliveryWait' | 'deliveryResponse'> = {
  webhook: [
    { row: 'webhook endpoint', pk: '<org>', sk: 'webhook id', files: ['delivery/webhook.ts'] },
    { row: 'counts and slots of endpoints', pk: '<org>', sk: '`COUNT`', files: ['delivery/webhook-count.ts'] },
    {
      row: 'event streams, which the relay reads with the endpoints',
      pk: '<org>',
      sk: '`STREAMS`',
      files: ['delivery/stream.ts'],
    },
  ],
  delivery: [
    {
      row: 'delivery; expires some time after it has ended',
      pk: '<org>#<shard>',
      sk: 'delivery id',
      files: ['delivery/delivery.ts'],
    },
    {
      row: 'delivery times for endpoints that were registered later',
      pk: '<org>#<shard>',
      sk: '`LATE#<event>`',
      files: ['delivery/delivery.ts'],
    },
    {
      row: 'recovery of an endpoint; expires 30 days after it began',
      pk: '<org>#RECOVERIES',
      sk: 'recovery id',
      files: ['delivery/recovery.ts', 'shared/data/direct-writes/recovery-progress.ts'],
    },
    {
      row: 'deliveries of a recovery, with the generation of each; expires with it',
      pk: '<org>#RECOVERIES',
      sk: '`MATCHED#<recovery>`',
      files: ['delivery/recovery.ts'],
    },
  ],
  deliveryWait: [
    {
      row: 'when the sweep looks at the deliveries that wait for the budget of their organization',
      pk: '<org>',
      sk: '`WAITING`',
      files: ['delivery/waiting-deliveries.ts', 'shared/data/direct-writes/waiting-delivery.ts'],
    },
  ],
  deliveryResponse: [
    {
      row: 'what a receiver has responded to an attempt, encrypted; expires after a week',
      pk: '<org>#<delivery>',
      sk: 'time in Unix milliseconds',
      files: ['delivery/attempt-response.ts', 'shared/data/direct-writes/attempt-response.ts'],
    },
  ],
};
