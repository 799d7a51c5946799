import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { TAGS } from '../groups.ts';

/** A header of a delivery. */
const header = (name: string, description: string, required = true) => ({
  in: 'header' as const,
  name,
  ...(required && { required }),
  description,
  schema: { type: 'string' as const },
});

/** The schemas of what the service sends are those of its replies. */
const ref = (schema: string) => ({ $ref: `#/components/schemas/${schema}` });

const SIGNED = [
  header('x-aid-event-id', 'The event’s id. The same event may arrive more than once.'),
  header('x-aid-request-id', 'The delivery’s id, the same for every attempt.'),
  header(
    'x-aid-timestamp',
    'The time of the attempt, in Unix seconds. Refuse a time that is more than 300 seconds from now.',
  ),
];

/** See: Standard Webhooks, version 1.0.0. */
const STANDARD = [
  header('webhook-id', 'The same as `x-aid-request-id`, for Standard Webhooks libraries.'),
  header('webhook-timestamp', 'The same as `x-aid-timestamp`.'),
];

const STANDARD_SIGNATURE =
  '`v1,` and the base64 HMAC-SHA256 of the same text as for `x-aid-signature`, keyed with the bytes encoded after `whsec_`; during a rotation, one for each secret, separated by a space.';

const SIGNATURE =
  '`v1=` and the hex HMAC-SHA256 of `<x-aid-request-id>.<x-aid-timestamp>.<raw body>`; during a rotation, one for each secret, separated by a comma.';

const RESPONSES = {
  '2XX': { description: 'The delivery has arrived. Reply within 10 seconds; do not redirect.' },
  '410': { description: 'The endpoint is gone. The service disables it.' },
  default: { description: 'The delivery has failed. It is retried, no earlier than `retry-after`.' },
};

/**
 * What the service sends to receivers. It has its own chapter, because some generators would create two classes of the
 * same name for a chapter with both operations and webhooks.
 */
export const WEBHOOKS: Record<string, ZodOpenApiPathItemObject> = {
  event: {
    post: {
      operationId: 'receiveEvent',
      summary: 'Receive an event',
      description: 'An event of the log, sent to each endpoint that it matches.',
      tags: [TAGS.receivers.name],
      security: [],
      parameters: [
        ...SIGNED,
        header('x-aid-signature', SIGNATURE),
        header('x-aid-signature-256', '`sha256=` and the hex HMAC-SHA256 of the raw body. Prefer `x-aid-signature`.'),
        ...STANDARD,
        header('webhook-signature', STANDARD_SIGNATURE),
      ],
      requestBody: { required: true, content: { 'application/json': { schema: ref('WebhookBody') } } },
      responses: RESPONSES,
    },
  },
  taskUpdate: {
    post: {
      operationId: 'receiveTaskUpdate',
      summary: 'Receive an update of an A2A task',
      description: 'A push notification of the A2A protocol, sent for each push configuration of the task.',
      tags: [TAGS.receivers.name],
      security: [],
      parameters: [
        header('A2A-Version', 'The version of the protocol.'),
        ...SIGNED,
        header('x-aid-signature', 'As for `receiveEvent`, keyed with the configuration’s token or credentials.', false),
        ...STANDARD,
        header(
          'webhook-signature',
          'As for `receiveEvent`. A token or credentials without `whsec_` are themselves the key.',
          false,
        ),
        header('x-a2a-notification-token', 'The configuration’s token.', false),
      ],
      requestBody: { required: true, content: { 'application/a2a+json': { schema: ref('A2aStreamResponse') } } },
      responses: RESPONSES,
    },
  },
};
