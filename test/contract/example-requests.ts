import type { IdKind } from '../../shared/domain/ids.ts';
import { CheckedApi } from '../support/checked-api.ts';
import type { OperationName } from '../support/operations.ts';
import { mailedCode } from '../support/sent-mail.ts';
import { freshName, makeAgent, makeOrganization, sharedStack } from '../support/world.ts';
import { makeWebhook, type World } from './world.ts';

/** A request that succeeds with an org key (or without one where none is needed). */
export interface Request {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Where the request is of an organization of its own. */
  key?: string;
}

/**
 * What the generated tests need to know of an operation beyond its route.
 *
 * `request` makes a fresh one each time, on a resource that nothing else uses where the operation changes it.
 * `kinds` tells which kind of id each path parameter is, `bodyIds` which fields of the body name a resource.
 * `other` is another valid body for the same path.
 */
export interface Example {
  request: (world: World) => Request | Promise<Request>;
  kinds?: Record<string, IdKind>;
  bodyIds?: Record<string, IdKind>;
  other?: Record<string, unknown>;
}

const PASSWORD = 'correct horse battery';
const anonymous = () => new CheckedApi(sharedStack().baseUrl);
const signupOf = (email: string) => ({
  organization_name: 'Example Works',
  organization_slug: freshName('org'),
  email,
  password: PASSWORD,
});
const own = { id: 'webhook' } as const;
const fresh = async ({ organization }: World) => ({ params: { id: await makeWebhook(organization) } });
const ofAgent = ({ agent }: World) => ({ params: { id: agent.id } });

/** One entry an operation: a route without one fails the suite. */
export const EXAMPLES: Record<OperationName, Example> = {
  getHealth: { request: () => ({}) },
  getReady: { request: () => ({}) },
  getDescription: { request: () => ({}) },
  createOrganization: {
    request: () => ({ body: { name: 'Example Works', slug: freshName('org') } }),
    other: { name: 'Other Works', slug: 'other-works' },
  },
  createApiKey: {
    request: ({ agent }) => ({ body: { name: 'example', identity_id: agent.id } }),
    bodyIds: { identity_id: 'agent' },
    other: { name: 'another' },
  },
  listApiKeys: { request: () => ({ query: { limit: '10' } }) },
  revokeApiKey: {
    request: async ({ organization }) => {
      const { id } = await organization.api.ok('createApiKey', { body: { name: 'to be revoked' } });
      return { params: { id } };
    },
    kinds: { id: 'apiKey' },
  },
  getMe: { request: () => ({}) },
  getUsage: { request: () => ({}) },
  verifyOwner: {
    request: async () => {
      const owner_email = `${freshName('owner')}@example.com`;
      const made = await makeOrganization(sharedStack().baseUrl, { owner_email });
      return { key: made.key, body: { code: await mailedCode(owner_email) } };
    },
    other: { code: '000000' },
  },
  signup: {
    request: () => ({ body: signupOf(`${freshName('ada')}@example.com`) }),
    other: signupOf('eve@example.com'),
  },
  verifySignup: {
    request: async () => {
      const email = `${freshName('ada')}@example.com`;
      await anonymous().ok('signup', { body: signupOf(email) });
      return { body: { email, code: await mailedCode(email) } };
    },
    other: { email: 'eve@example.com', code: '000000' },
  },
  resendSignup: {
    request: () => ({ body: { email: `${freshName('ada')}@example.com` } }),
    other: { email: 'eve@example.com' },
  },
  login: {
    request: async () => {
      const email = `${freshName('ada')}@example.com`;
      await anonymous().ok('signup', { body: signupOf(email) });
      await anonymous().ok('verifySignup', { body: { email, code: await mailedCode(email) } });
      return { body: { email, password: PASSWORD } };
    },
    other: { email: 'eve@example.com', password: 'another password' },
  },
  claim: {
    request: async () => ({
      key: (await makeOrganization()).key,
      body: { email: `${freshName('ada')}@example.com`, password: PASSWORD },
    }),
    other: { email: 'eve@example.com', password: 'another password' },
  },
  createIdentity: {
    request: () => ({
      body: { handle: freshName('agent'), display_name: 'Example', description: 'One', metadata: { team: 'support' } },
    }),
    other: { handle: 'another-handle' },
  },
  listIdentities: { request: () => ({ query: { limit: '10' } }) },
  getIdentity: { request: ofAgent, kinds: { id: 'agent' } },
  suspendIdentity: {
    request: async ({ organization }) => ({
      params: { id: (await makeAgent(organization)).id },
      body: { reason: 'a test' },
    }),
    kinds: { id: 'agent' },
    other: { reason: 'another' },
  },
  reinstateIdentity: {
    request: async ({ organization }) => {
      const { id } = await makeAgent(organization);
      await organization.api.ok('suspendIdentity', { params: { id } });
      return { params: { id } };
    },
    kinds: { id: 'agent' },
  },
  listMessages: { request: ofAgent, kinds: { id: 'agent' } },
  getMessage: {
    request: ({ agent, messageId }) => ({ params: { id: agent.id, mid: messageId } }),
    kinds: { id: 'agent', mid: 'message' },
  },
  listEvents: { request: () => ({ query: { limit: '10', before: '2100-01-01T00:00:00Z' } }) },
  replayEvent: { request: ({ eventId }) => ({ params: { id: eventId } }), kinds: { id: 'event' } },
  waitForEvent: { request: () => ({ query: { type: 'mail.received', timeout_ms: '0' } }) },
  createWebhook: {
    request: ({ agent }) => ({
      body: { url: 'https://receiver.example/hook', event_types: ['mail.bounced'], identity_id: agent.id },
    }),
    bodyIds: { identity_id: 'agent' },
    other: { url: 'https://receiver.example/other', event_types: ['mail.bounced'] },
  },
  listWebhooks: { request: () => ({ query: { limit: '10' } }) },
  updateWebhook: {
    request: async (world) => ({ ...(await fresh(world)), body: { enabled: false } }),
    kinds: own,
    other: { enabled: true },
  },
  deleteWebhook: { request: fresh, kinds: own },
  rotateWebhookSecret: { request: fresh, kinds: own },
  testWebhook: { request: fresh, kinds: own },
  listDeliveries: { request: () => ({ query: { limit: '10', status: 'delivered' } }) },
};

export const OPERATION_NAMES = Object.keys(EXAMPLES) as OperationName[];
