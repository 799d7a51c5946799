import { z } from 'zod';
import { MAX_RECOVERED_DELIVERIES, RECOVERY_STATUSES } from '#shared/domain/delivery/recovery.ts';
import { described } from '#shared/domain/schema/described.ts';
import { countSchema, idSchema, instantSchema, timestampSchema } from './common.ts';

/** Replays of what failed at an endpoint. See: docs/contract/webhooks.md#recover. */
const recoveryStatusSchema = z.enum(RECOVERY_STATUSES).meta({
  id: 'RecoveryStatus',
  description:
    'Which deliveries are replayed: those of which all attempts have failed, those that wait for a retry, or both.',
});

export const recoverWebhookBody = described(
  'RecoverWebhook',
  'Which deliveries to replay.',
  z.strictObject({ since: instantSchema, status: recoveryStatusSchema }),
  { since: 'Only deliveries created after this time.', status: null },
);

export const recoveryParams = z.strictObject({ id: idSchema, rid: idSchema });

const NEXT_SINCE = `The time after which another recovery continues; null if this one matched everything. One has at most ${MAX_RECOVERED_DELIVERIES} deliveries, the oldest.`;

export const startedRecoverySchema = described(
  'StartedRecovery',
  'A recovery in progress.',
  z.strictObject({ recovery_id: z.string(), matched: countSchema, next_since: timestampSchema.nullable() }),
  {
    recovery_id: 'The id of the recovery.',
    matched: 'How many deliveries it replays.',
    next_since: NEXT_SINCE,
  },
);

export const recoverySchema = described(
  'Recovery',
  'A replay of the deliveries to an endpoint that had failed.',
  z.strictObject({
    id: z.string(),
    webhook_id: z.string(),
    since: timestampSchema,
    status: recoveryStatusSchema,
    state: z.enum(['running', 'done']).meta({ id: 'RecoveryState', description: 'How far a recovery is.' }),
    matched: countSchema,
    replayed: countSchema,
    skipped: countSchema,
    pending: countSchema,
    delivered: countSchema,
    failed: countSchema,
    next_since: timestampSchema.nullable(),
    created_at: timestampSchema,
    finished_at: timestampSchema.nullable(),
  }),
  {
    id: 'The recovery’s id.',
    webhook_id: 'The endpoint.',
    since: 'It matched deliveries created after this time.',
    status: null,
    state: '`done`: every matched delivery was replayed or skipped.',
    matched: 'How many deliveries it replays.',
    replayed: 'How many it has replayed.',
    skipped:
      'How many it has not replayed, because they were delivered, replayed or being attempted in the meantime, or had expired.',
    pending: 'How many of the replayed ones wait for their first attempt.',
    delivered: 'How many of the replayed ones were delivered.',
    failed: 'How many of the replayed ones have failed again, whether or not a retry is scheduled.',
    next_since: NEXT_SINCE,
    finished_at: 'When the last one was replayed or skipped.',
  },
);
