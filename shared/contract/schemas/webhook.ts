import { z } from 'zod';
import { DELIVERY_STATUSES } from '../../domain/delivery.ts';
import { EVENT_TYPES } from '../../domain/events.ts';
import { filterSchema, idSchema, pageFields, timestampSchema } from './common.ts';

/** Webhook endpoints and their deliveries. Rule: specification, Webhook endpoint; shapes, Webhooks. */
const urlSchema = z.string().min(1).max(2048, 'at most 2048 characters').meta({
  example: 'https://example.com/hook',
  description: 'Stored and shown as it is called: host in lower case, dot segments resolved, other than ASCII escaped.',
});

const eventTypesSchema = z
  .array(z.enum(EVENT_TYPES, 'a known event type'))
  .min(1, 'at least one event type; omit the field to get all')
  .max(EVENT_TYPES.length, 'each event type once')
  .refine((types) => new Set(types).size === types.length, 'each event type once');

export const createWebhookBody = z
  .strictObject({
    url: urlSchema,
    event_types: eventTypesSchema.optional().meta({ description: 'All types when omitted.' }),
    identity_id: idSchema.optional().meta({ description: 'Scopes the endpoint to one agent.' }),
  })
  .meta({ id: 'CreateWebhook' });

export const updateWebhookBody = z
  .strictObject({
    url: urlSchema.optional(),
    event_types: eventTypesSchema.optional(),
    enabled: z.boolean().optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'at least one of url, event_types, enabled')
  .meta({ id: 'UpdateWebhook' });

const webhookFields = {
  id: z.string(),
  identity_id: z.string().nullable(),
  url: z.string(),
  event_types: z.array(z.string()),
  enabled: z.boolean(),
  disabled_reason: z.string().nullable(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
};

export const webhookSchema = z.strictObject(webhookFields).meta({ id: 'Webhook' });

export const createdWebhookSchema = z
  .strictObject({ ...webhookFields, secret: z.string().meta({ description: 'The signing secret. Shown once.' }) })
  .meta({ id: 'CreatedWebhook' });

export const webhooksSchema = z.strictObject({ webhooks: z.array(webhookSchema) }).meta({ id: 'Webhooks' });

export const rotatedSecretSchema = z
  .strictObject({
    secret: z.string().meta({ description: 'The new signing secret. Shown once.' }),
    previous_secret_expires_at: timestampSchema.meta({ description: 'Until then the old secret signs as well.' }),
  })
  .meta({ id: 'RotatedSecret' });

export const testedWebhookSchema = z.strictObject({ delivery_id: z.string() }).meta({ id: 'TestedWebhook' });

export const deliveriesQuery = z.strictObject({
  ...pageFields,
  webhook_id: filterSchema.optional(),
  event_id: filterSchema.optional(),
  status: z.enum(DELIVERY_STATUSES).optional(),
});

export const deliverySchema = z
  .strictObject({
    id: z.string().meta({ description: 'Equals x-aid-request-id on every attempt.' }),
    webhook_id: z.string(),
    event_id: z.string(),
    event_type: z.string(),
    url: z.string(),
    status: z.enum(DELIVERY_STATUSES),
    attempt_count: z.int(),
    last_error: z.string().nullable(),
    response_status: z.int().nullable(),
    duration_ms: z.int().nullable(),
    next_attempt_at: timestampSchema.nullable(),
    delivered_at: timestampSchema.nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'Delivery' });

export const deliveriesSchema = z.strictObject({ deliveries: z.array(deliverySchema) }).meta({ id: 'Deliveries' });
