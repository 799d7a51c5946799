import type { OperationName } from '#testing/operations.ts';
import type { Example } from './example.ts';
import { type Fixture, makeWebhook } from './fixture.ts';

const webhookKind = { id: 'webhook' } as const;
const freshWebhook = async ({ organization }: Fixture) => ({ params: { id: await makeWebhook(organization) } });

/** Examples of the operations on the event log, and of those by which programs get its events. */
export const EVENT_EXAMPLES = {
  listEvents: { request: () => ({ query: { limit: '10', before: '2100-01-01T00:00:00Z' } }) },
  replayEvent: { request: ({ eventId }) => ({ params: { id: eventId } }), kinds: { id: 'event' } },
  getTrace: { request: ({ eventId }) => ({ params: { id: eventId } }), kinds: { id: 'event' } },
  waitForEvent: { request: () => ({ query: { type: 'mail.received', timeout_ms: '0' } }) },
  createStream: {
    request: ({ agent }) => ({ body: { types: ['mail.bounced'], identity_id: agent.id } }),
    bodyIds: { identity_id: 'agent' },
    other: { types: ['mail.sent'] },
  },
  listStreams: { request: () => ({}) },
  deleteStream: {
    request: async ({ agent }) => ({ params: { id: (await agent.api.ok('createStream')).id } }),
    kinds: { id: 'stream' },
  },
  createWebhook: {
    request: ({ agent }) => ({
      body: { url: 'https://receiver.example/hook', event_types: ['mail.bounced'], identity_id: agent.id },
    }),
    bodyIds: { identity_id: 'agent' },
    other: { url: 'https://receiver.example/other', event_types: ['mail.bounced'] },
  },
  listWebhooks: { request: () => ({ query: { limit: '10' } }) },
  updateWebhook: {
    request: async (fixture) => ({ ...(await freshWebhook(fixture)), body: { enabled: false } }),
    kinds: webhookKind,
    other: { enabled: true },
  },
  deleteWebhook: { request: freshWebhook, kinds: webhookKind },
  rotateWebhookSecret: { request: freshWebhook, kinds: webhookKind },
  testWebhook: { request: freshWebhook, kinds: webhookKind },
  recoverWebhook: {
    request: async (fixture) => ({
      ...(await freshWebhook(fixture)),
      body: { since: '2026-01-01T00:00:00Z', status: 'all' },
    }),
    kinds: webhookKind,
    other: { since: '2026-01-01T00:00:00Z', status: 'retrying' },
  },
  getRecovery: {
    request: async (fixture) => {
      const { api } = fixture.organization;
      const { params } = await freshWebhook(fixture);
      const body = { since: '2026-01-01T00:00:00Z', status: 'all' } as const;
      const { recovery_id: rid } = await api.ok('recoverWebhook', { params, body });
      return { params: { ...params, rid } };
    },
    kinds: { id: 'webhook', rid: 'recovery' },
  },
  listDeliveries: { request: () => ({ query: { limit: '10', status: 'delivered' } }) },
  getDelivery: {
    request: async ({ agent }) => {
      const { id } = await agent.api.ok('createWebhook', { body: { url: 'https://receiver.example/get' } });
      return { params: { id: (await agent.api.ok('testWebhook', { params: { id } })).delivery_id } };
    },
    kinds: { id: 'delivery' },
  },
} satisfies Partial<Record<OperationName, Example>>;
