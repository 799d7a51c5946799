import { z } from 'zod';
import { DELIVERY_STATUSES } from '#shared/domain/delivery/delivery.ts';
import { EVENT_TYPES } from '#shared/domain/log/events.ts';
import { described, explained } from '#shared/domain/schema/described.ts';
import { countSchema, filterSchema, idSchema, instantSchema, pageFields, timestampSchema } from './common.ts';
import { eventTypeSchema } from './event.ts';
import { extending, NOT_EMPTY } from './rules.ts';

/** Webhook endpoints and their deliveries. See: docs/contract/webhooks.md#endpoints. */
const urlSchema = z.string().min(1).max(2048, 'at most 2048 characters').meta({
  id: 'ReceiverUrl',
  description:
    'Where deliveries are sent: https, with a public address. Stored in normalized form: lower-case host, dot segments resolved.',
  format: 'uri',
});

const eventTypesSchema = z
  .array(eventTypeSchema)
  .min(1, 'at least one event type; omit the field to get all')
  .max(EVENT_TYPES.length, 'each event type once')
  .refine((types) => new Set(types).size === types.length, 'each event type once')
  .meta({ override: { uniqueItems: true } });

export const createWebhookBody = described(
  'CreateWebhook',
  'A new webhook endpoint.',
  z.strictObject({
    url: urlSchema,
    event_types: eventTypesSchema.optional(),
    identity_id: idSchema.optional(),
  }),
  {
    url: null,
    event_types: 'The event types to deliver. All by default.',
    identity_id: 'Delivers only events of this agent. With an agent key, always its own agent.',
  },
);

export const updateWebhookBody = described(
  'UpdateWebhook',
  'The fields to change, at least one.',
  z
    .strictObject({
      url: urlSchema.optional(),
      event_types: eventTypesSchema.optional(),
      enabled: z.boolean().optional(),
    })
    .refine((body) => Object.keys(body).length > 0, 'at least one of url, event_types, enabled'),
  {
    url: null,
    event_types: 'The event types to deliver.',
    enabled: 'Whether events are delivered.',
  },
  NOT_EMPTY,
);

const webhookFields = {
  id: z.string(),
  identity_id: z.string().nullable(),
  url: z.string(),
  event_types: z.array(eventTypeSchema),
  enabled: z.boolean(),
  disabled_reason: z.string().nullable(),
  standard_webhooks: z.boolean(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
};

const webhookTexts = {
  id: 'The endpoint’s id.',
  identity_id: 'The endpoint gets only events of this agent; null: of all agents.',
  url: 'Where deliveries are sent.',
  event_types: 'The event types that are delivered.',
  enabled: 'Whether events are delivered.',
  disabled_reason:
    '`gone`: its receiver responded with 410. `failing`: every attempt has failed for days. Any other text: disabled by request.',
  standard_webhooks:
    'Whether Standard Webhooks libraries accept the newest secret. False for a secret from before they were supported, until it is rotated.',
} as const;

export const webhookSchema = described(
  'Webhook',
  'A webhook endpoint, without its secret.',
  z.strictObject(webhookFields),
  webhookTexts,
);

export const createdWebhookSchema = described(
  'CreatedWebhook',
  'A new webhook endpoint with its signing secret, which is returned only once.',
  z.strictObject({ ...webhookFields, secret: z.string() }),
  { ...webhookTexts, secret: 'The signing secret. Returned only once.' },
  extending('Webhook'),
);

export const webhooksSchema = described(
  'WebhookList',
  'A page of webhook endpoints.',
  z.strictObject({ webhooks: z.array(webhookSchema) }),
  { webhooks: null },
);

export const rotatedSecretSchema = described(
  'RotatedSecret',
  'A new signing secret, which is returned only once.',
  z.strictObject({ secret: z.string(), previous_secret_expires_at: timestampSchema }),
  {
    secret: 'The new signing secret. Returned only once.',
    previous_secret_expires_at: 'Until when the old secret also signs.',
  },
);

export const testedWebhookSchema = described(
  'TestedWebhook',
  'A test delivery in progress.',
  z.strictObject({ delivery_id: z.string() }),
  { delivery_id: 'The id of the delivery.' },
);

const deliveryStatusSchema = z.enum(DELIVERY_STATUSES).meta({
  id: 'DeliveryStatus',
  description: 'The status of a delivery. `dead_letter` means that all attempts have failed.',
});

/** What a delivery can be about: an event of the log, or one of the two bodies that are sent outside the log. */
const deliveryEventTypeSchema = z.enum([...EVENT_TYPES, 'webhook.test', 'a2a.push_notification']).meta({
  id: 'DeliveryEventType',
  description: 'The type of an event of the log, `webhook.test` or `a2a.push_notification`.',
});

export const deliveriesQuery = explained(
  z.strictObject({
    ...pageFields,
    webhook_id: filterSchema.optional(),
    event_id: filterSchema.optional(),
    event_type: deliveryEventTypeSchema.optional(),
    status: deliveryStatusSchema.optional(),
    since: instantSchema.optional(),
  }),
  {
    webhook_id: 'Only deliveries to this endpoint.',
    event_id: 'Only deliveries of this event.',
    event_type: 'Only deliveries of events of this type.',
    status: 'Only deliveries in this status.',
    since: 'Only deliveries created after this time. The list stays newest first.',
  },
);

const deliveryFields = {
  id: z.string(),
  webhook_id: z.string(),
  event_id: z.string(),
  event_type: z.string(),
  url: z.string(),
  status: deliveryStatusSchema,
  attempt_count: countSchema,
  last_error: z.string().nullable(),
  response_status: z.int().nullable(),
  duration_ms: countSchema.nullable(),
  next_attempt_at: timestampSchema.nullable(),
  delivered_at: timestampSchema.nullable(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
};

const deliveryTexts = {
  id: 'The delivery’s id, sent as `x-aid-request-id` with every attempt.',
  webhook_id: 'The endpoint.',
  event_id: 'The event’s id. For a `webhook.test` or an `a2a.push_notification`, an id that is not in the event log.',
  event_type: 'The type of the event, `webhook.test` or `a2a.push_notification`.',
  url: 'Where the attempts go.',
  status: null,
  attempt_count: 'The number of finished attempts.',
  last_error: 'Why the last attempt failed.',
  response_status: 'The HTTP status of the last response.',
  duration_ms: 'How long the last attempt took; null before the first.',
  next_attempt_at: 'When the next attempt is due.',
  delivered_at: 'When an attempt succeeded.',
} as const;

export const deliverySchema = described(
  'Delivery',
  'The delivery of an event to an endpoint.',
  z.strictObject(deliveryFields),
  deliveryTexts,
);

const responseHeaders = z.record(z.string(), z.string()).meta({
  id: 'ResponseHeaders',
  description: 'Chosen headers, such as `content-type`, `retry-after`, `server` and `x-request-id`.',
});

const receiverResponseSchema = described(
  'ReceiverResponse',
  'The beginning of what a receiver responded.',
  z.strictObject({
    headers: responseHeaders,
    body_base64: z.string(),
    truncated: z.boolean(),
  }),
  {
    headers: null,
    body_base64: 'The first 2 KB of the body, in base64.',
    truncated: 'Whether the body was longer, or did not end in time.',
  },
);

const finishedAttemptSchema = described(
  'DeliveryAttempt',
  'A finished attempt of a delivery.',
  z.strictObject({
    ended_at: timestampSchema,
    response_status: z.int().nullable(),
    duration_ms: countSchema,
    error: z.string().nullable(),
    response: receiverResponseSchema.nullable(),
  }),
  {
    ended_at: 'When it ended.',
    response_status: 'The HTTP status of the response; null if there was none.',
    duration_ms: 'How long it took.',
    error: 'Why it failed; null if it succeeded.',
    response: 'What the receiver responded; null if it did not, after a week, or if the stage keeps no responses.',
  },
);

export const deliveryWithAttemptsSchema = described(
  'DeliveryWithAttempts',
  'A delivery with its attempts.',
  z.strictObject({ ...deliveryFields, attempts: z.array(finishedAttemptSchema) }),
  { ...deliveryTexts, attempts: 'The newest attempts, oldest first, including those of replays; at most 16.' },
  extending('Delivery'),
);

export const deliveriesSchema = described(
  'DeliveryList',
  'A page of deliveries.',
  z.strictObject({ deliveries: z.array(deliverySchema) }),
  { deliveries: null },
);
