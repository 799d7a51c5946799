import { route } from '../route.ts';
import { idParams, pageQuery } from '../schemas/common.ts';
import {
  createdWebhookSchema,
  createWebhookBody,
  deliveriesQuery,
  deliveriesSchema,
  deliveryWithAttemptsSchema,
  rotatedSecretSchema,
  testedWebhookSchema,
  updateWebhookBody,
  webhookSchema,
  webhooksSchema,
} from '../schemas/webhook.ts';
import {
  recoverWebhookBody,
  recoveryParams,
  recoverySchema,
  startedRecoverySchema,
} from '../schemas/webhook-recovery.ts';

const group = { group: 'webhooks' } as const;

const AUDITED_WEBHOOK = {
  target: 'webhook',
  fields: ['identity_id', 'url', 'event_types', 'enabled', 'disabled_reason'],
} as const;

export const createWebhook = route({
  ...group,
  name: 'createWebhook',
  method: 'POST',
  path: '/v1/webhooks',
  auth: 'resource-agent',
  resources: [{ load: 'identity', named: 'identity_id', foreign: 403 }],
  summary: 'Creates an endpoint. With an agent key, it receives that agent’s events.',
  audited: AUDITED_WEBHOOK,
  body: createWebhookBody,
  status: 201,
  reply: createdWebhookSchema,
  errors: ['webhook.limit_reached'],
  onceOnlySecret: true,
});

export const listWebhooks = route({
  ...group,
  name: 'listWebhooks',
  method: 'GET',
  path: '/v1/webhooks',
  auth: 'any-key',
  summary: 'Lists endpoints without secrets. An agent key sees its own agent’s.',
  query: pageQuery,
  status: 200,
  reply: webhooksSchema,
});

export const updateWebhook = route({
  ...group,
  name: 'updateWebhook',
  method: 'PATCH',
  path: '/v1/webhooks/{id}',
  auth: 'resource-agent',
  resources: [{ load: 'webhook', named: 'id', foreign: 403 }],
  summary: 'Changes an endpoint’s URL or event types, or enables or disables it.',
  audited: AUDITED_WEBHOOK,
  params: idParams,
  body: updateWebhookBody,
  status: 200,
  reply: webhookSchema,
  errors: ['webhook.limit_reached'],
});

export const deleteWebhook = route({
  ...group,
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/v1/webhooks/{id}',
  auth: 'resource-agent',
  resources: [{ load: 'webhook', named: 'id', foreign: 403 }],
  summary: 'Deletes an endpoint. A queued delivery may still be attempted once more.',
  audited: AUDITED_WEBHOOK,
  params: idParams,
  status: 204,
});

export const rotateWebhookSecret = route({
  ...group,
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: '/v1/webhooks/{id}/rotate-secret',
  auth: 'resource-agent',
  resources: [{ load: 'webhook', named: 'id', foreign: 403 }],
  summary: 'Issues a new signing secret. The old one also signs for 24 hours.',
  audited: { target: 'webhook' },
  params: idParams,
  status: 200,
  reply: rotatedSecretSchema,
  onceOnlySecret: true,
});

export const testWebhook = route({
  ...group,
  name: 'testWebhook',
  method: 'POST',
  path: '/v1/webhooks/{id}/test',
  auth: 'resource-agent',
  resources: [{ load: 'webhook', named: 'id', foreign: 403 }],
  summary: 'Sends a signed `webhook.test` event, in one attempt.',
  params: idParams,
  status: 202,
  reply: testedWebhookSchema,
});

/** Only who acts for the organization recovers: one request may cause a thousand attempts. */
export const recoverWebhook = route({
  ...group,
  name: 'recoverWebhook',
  method: 'POST',
  path: '/v1/webhooks/{id}/recover',
  auth: 'org',
  summary: 'Replays the deliveries to an endpoint that have failed since a time, in the background.',
  audited: { target: 'webhook', fields: ['since', 'status', 'matched'] },
  params: idParams,
  body: recoverWebhookBody,
  status: 202,
  reply: startedRecoverySchema,
  errors: ['webhook.disabled'],
});

export const getRecovery = route({
  ...group,
  name: 'getRecovery',
  method: 'GET',
  path: '/v1/webhooks/{id}/recoveries/{rid}',
  auth: 'org',
  summary: 'Returns how far a recovery is, and what has become of its deliveries.',
  params: recoveryParams,
  status: 200,
  reply: recoverySchema,
});

export const listDeliveries = route({
  ...group,
  name: 'listDeliveries',
  method: 'GET',
  path: '/v1/webhooks/deliveries',
  auth: 'any-key',
  summary: 'Lists deliveries, newest first. An agent key sees those of its own endpoints.',
  query: deliveriesQuery,
  status: 200,
  reply: deliveriesSchema,
});

export const getDelivery = route({
  ...group,
  name: 'getDelivery',
  method: 'GET',
  path: '/v1/webhooks/deliveries/{id}',
  auth: 'resource-agent',
  resources: [{ load: 'delivery', named: 'id', foreign: 403 }],
  summary: 'Returns a delivery with its attempts.',
  params: idParams,
  status: 200,
  reply: deliveryWithAttemptsSchema,
});
