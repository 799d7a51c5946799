import type { AreaRows } from './row-description.ts';

/** The event log: events, their clock, and what the relay has to do. */
export const LOG_ROWS: AreaRows<'event' | 'clock' | 'outbox' | 'heartbeat'> = {
  event: [
    {
      row: 'event; tombstone of a ticket without one',
      pk: '<org>',
      sk: '`evt_` and the time',
      files: ['log/event.ts'],
      personal: 'what happened: email addresses, subjects and beginnings of emails, texts of tasks',
    },
  ],
  clock: [
    { row: 'event clock', pk: '<org>', sk: '`EVENTS`', files: ['log/clock.ts'] },
    { row: 'clock of the directory', pk: 'directory', sk: '`EVENTS`', files: ['log/clock.ts', 'a2a/a2a-directory.ts'] },
  ],
  outbox: [
    {
      row: 'outbox entry',
      pk: '<org>',
      sk: 'ULID’s random half',
      files: ['log/outbox.ts'],
      personal:
        'email address that a code or a notice is sent to; recipients and subject of the held emails that a notice is about',
    },
    { row: 'signal of the heartbeat', pk: '`heartbeat`', sk: 'time', files: ['log/outbox.ts'] },
  ],
  heartbeat: [
    {
      row: 'last signal of the heartbeat that a queue’s worker has processed',
      pk: '`QUEUES`',
      sk: 'queue',
      files: ['log/heartbeat.ts'],
    },
    {
      row: 'how long ago each way worked that the sweep goes itself, and what operators were notified of',
      pk: '`WAYS`',
      sk: '`LAST`',
      files: ['log/heartbeat.ts'],
    },
  ],
};
