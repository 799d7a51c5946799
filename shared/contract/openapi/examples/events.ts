import { eventSchema, replayedSchema, waitSchema } from '../../schemas/event.ts';
import { createdStreamSchema, streamSchema } from '../../schemas/stream.ts';
import { traceSchema } from '../../schemas/trace.ts';
import {
  createdWebhookSchema,
  deliverySchema,
  deliveryWithAttemptsSchema,
  rotatedSecretSchema,
  testedWebhookSchema,
  webhookSchema,
} from '../../schemas/webhook.ts';
import { webhookBodySchema } from '../../schemas/webhook-body.ts';
import { recoverySchema, startedRecoverySchema } from '../../schemas/webhook-recovery.ts';
import { AT, EXPIRES, exampleId, LATER, ORGANIZATION, times } from '../example-records.ts';
import { example, fieldExamples } from '../examples.ts';

const URL = 'https://receiver.example/hook';
const SECRET = 'whsec_H3JSis3b6ihiXtjeQtCXBM9SFsmKwjn8srGPUuPLISRB';

const WEBHOOK = {
  id: exampleId('webhook'),
  identity_id: null,
  url: URL,
  event_types: ['mail.received' as const],
  enabled: true,
  disabled_reason: null,
  standard_webhooks: true,
  ...times,
};

const RESPONSE = { headers: { 'content-type': 'application/json' }, body_base64: 'e30=', truncated: false };

const PAYLOAD = {
  messageId: exampleId('message'),
  threadId: exampleId('thread'),
  from: 'ada@example.com',
  subject: 'Where is my order?',
};

export const EVENT_EXAMPLES = [
  example(createdStreamSchema, {
    id: exampleId('stream'),
    connect_url: 'wss://sockets.example.com/dev?ticket=tkt_A7yZ1c9Jm0sQpKxH2vGdTbRfLw4NuEo5Ai8XkMhSaBq6',
    expires_at: EXPIRES,
  }),
  example(streamSchema, {
    id: exampleId('stream'),
    identity_id: exampleId('agent'),
    types: ['mail.received'],
    connected_at: AT,
    key_id: exampleId('apiKey'),
  }),
  example(eventSchema, {
    id: exampleId('event'),
    type: 'mail.received',
    version: 1,
    identity_id: exampleId('agent'),
    aggregate_type: 'mail_message',
    aggregate_id: exampleId('message'),
    payload: PAYLOAD,
    created_at: AT,
  }),
  fieldExamples(waitSchema, { timed_out: false }),
  example(replayedSchema, { id: exampleId('event'), replayed: true, delivery_ids: [exampleId('delivery')] }),
  example(traceSchema, {
    steps: [
      {
        at: AT,
        kind: 'mail',
        id: exampleId('message'),
        summary: 'Email from ada@example.com: Where is my order?',
        status: 'received',
        detail: { direction: 'inbound', thread_id: exampleId('thread') },
      },
      {
        at: AT,
        kind: 'event',
        id: exampleId('event'),
        summary: 'mail.received',
        status: null,
        detail: { type: 'mail.received', aggregate_id: exampleId('message') },
      },
      {
        at: LATER,
        kind: 'delivery',
        id: exampleId('delivery'),
        summary: `mail.received to ${URL}`,
        status: 'delivered',
        detail: { webhook_id: exampleId('webhook'), attempt_count: 1 },
      },
    ],
  }),
  example(webhookSchema, WEBHOOK),
  fieldExamples(createdWebhookSchema, { secret: SECRET }),
  example(rotatedSecretSchema, { secret: SECRET, previous_secret_expires_at: '2026-11-22T08:33:46.649Z' }),
  example(testedWebhookSchema, { delivery_id: exampleId('delivery') }),
  example(startedRecoverySchema, { recovery_id: exampleId('recovery'), matched: 12, next_since: null }),
  example(recoverySchema, {
    id: exampleId('recovery'),
    webhook_id: exampleId('webhook'),
    since: AT,
    status: 'dead_letter',
    state: 'done',
    matched: 12,
    replayed: 11,
    skipped: 1,
    pending: 0,
    delivered: 10,
    failed: 1,
    next_since: null,
    created_at: AT,
    finished_at: LATER,
  }),
  example(deliverySchema, {
    id: exampleId('delivery'),
    webhook_id: exampleId('webhook'),
    event_id: exampleId('event'),
    event_type: 'mail.received',
    url: URL,
    status: 'delivered',
    attempt_count: 1,
    last_error: null,
    response_status: 200,
    duration_ms: 41,
    next_attempt_at: null,
    delivered_at: LATER,
    created_at: AT,
    updated_at: LATER,
  }),
  fieldExamples(deliveryWithAttemptsSchema, {
    attempts: [{ ended_at: LATER, response_status: 200, duration_ms: 41, error: null, response: RESPONSE }],
  }),
  example(webhookBodySchema, {
    id: exampleId('event'),
    type: 'mail.received',
    version: 1,
    created_at: AT,
    organization_id: ORGANIZATION.id,
    aggregate: { type: 'mail_message', id: exampleId('message') },
    data: {
      ...PAYLOAD,
      message: {
        id: exampleId('message'),
        direction: 'inbound',
        from: [{ address: 'ada@example.com' }],
        subject: 'Where is my order?',
        snippet: 'Hello, I ordered a lamp.',
        has_attachments: true,
      },
      agent_identities: [{ id: exampleId('agent'), handle: 'support-bot', display_name: 'Support' }],
    },
  }),
];
