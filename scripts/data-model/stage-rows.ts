import type { AreaRows } from './row-description.ts';

/** What the stage itself keeps: limits, repeated requests, keys, migrations. */
export const STAGE_ROWS: AreaRows<'idempotency' | 'rate' | 'longCall' | 'keyring' | 'migration' | 'layout'> = {
  idempotency: [
    { row: 'idempotency record', pk: '<sha256 of scope>', sk: 'sha256 of the key', files: ['stage/idempotency.ts'] },
  ],
  rate: [
    {
      row: 'rate counter',
      pk: '<subject>',
      sk: 'minute, hour, or day',
      files: ['stage/rate-limit.ts'],
      personal: 'network address that is counted',
    },
    {
      row: 'emails with codes to an address, and with codes that lift the limits of wrong passwords',
      pk: 'code-mail#<address>, unlock-mail#<address>',
      sk: 'hour',
      files: ['stage/service-mail-budget.ts'],
      personal: 'email address of the recipient',
    },
    {
      row: 'emails to an address about endpoints that the service has disabled',
      pk: 'notice-mail#<address>',
      sk: 'day',
      files: ['stage/service-mail-budget.ts'],
      personal: 'email address of the recipient',
    },
  ],
  longCall: [
    {
      row: 'slots of what lasts at once: A2A streams and blocking sends, waits, attempts at a destination',
      pk: '<org, `STAGE`, network address or host>',
      sk: '`SLOTS#`, number of the row',
      files: [
        'stage/long-call.ts',
        'shared/data/direct-writes/long-call-slot.ts',
        'shared/data/direct-writes/destination-slot.ts',
      ],
      personal: 'network address that holds slots',
    },
  ],
  keyring: [
    {
      row: 'version of the data key of the stage, wrapped',
      pk: '<stage>',
      sk: 'number of the version',
      files: ['stage/stage-data-key.ts', 'shared/data/direct-writes/stage-data-key.ts'],
    },
  ],
  migration: [
    {
      row: 'progress of a migration of rows',
      pk: '<migration>',
      sk: '`PROGRESS`',
      files: ['stage/migration.ts', 'shared/data/direct-writes/migration-progress.ts'],
    },
  ],
  layout: [
    {
      row: 'layouts of the rows of the table, and what the deployed release writes',
      pk: '`table`',
      sk: '`LAYOUT`',
      files: ['stage/stored-layout.ts', 'shared/data/direct-writes/stored-layout.ts'],
    },
  ],
};
