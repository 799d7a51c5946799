import { freshName, makeAgent, makeOrganizationBy } from '#testing/fixture.ts';
import type { OperationName } from '#testing/operations.ts';
import { submittedMail } from '../../support/mail-signature.ts';
import { A2A_EXAMPLES } from './a2a-examples.ts';
import { A2A_PROTOCOL_EXAMPLES } from './a2a-protocol-examples.ts';
import { ACCOUNT_EXAMPLES } from './account-examples.ts';
import { APPROVAL_EXAMPLES } from './approval-examples.ts';
import { EVENT_EXAMPLES } from './event-examples.ts';
import type { Example } from './example.ts';
import {
  type Fixture,
  makeContact,
  makeContactRule,
  makeDomain,
  makeMailbox,
  makeProviderAccount,
  verifiedDomain,
} from './fixture.ts';
import { GRANT_EXAMPLES } from './grant-examples.ts';
import { MAIL_BATCH_EXAMPLES } from './mail-batch-examples.ts';
import { MEMBER_EXAMPLES } from './member-examples.ts';
import { OUTGOING_MAIL_EXAMPLES } from './outgoing-mail-examples.ts';
import { TOKEN_EXAMPLES } from './token-examples.ts';
import { TRUSTED_ISSUER_EXAMPLES } from './trusted-issuer-examples.ts';
import { VAULT_EXAMPLES } from './vault-examples.ts';

const ofAgent = ({ agent }: Fixture) => ({ params: { id: agent.id } });
const freshDomain = async ({ organization }: Fixture) => ({ params: { id: await makeDomain(organization) } });
const freshContact = async (fixture: Fixture) => ({ params: { id: await makeContact(fixture) } });
const freshRule = async ({ organization }: Fixture) => ({ params: { id: await makeContactRule(organization) } });

const freshTunnel = async ({ organization, agent }: Fixture) => {
  const { id } = await organization.api.ok('createTunnel', { body: { identity_id: agent.id } });
  return { params: { id } };
};

const freshAccount = async ({ organization }: Fixture) => ({
  params: { id: (await makeProviderAccount(organization)).id },
});

/** One entry for each operation. A route without an entry fails the suite. */
export const EXAMPLES: Record<OperationName, Example> = {
  getRoot: { request: () => ({}) },
  getApiRoot: { request: () => ({}) },
  getLlmsTxt: { request: () => ({}) },
  getHealth: { request: () => ({}) },
  getReady: { request: () => ({}) },
  getDescription: { request: () => ({ query: { tag: 'Mail' } }) },
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
  listAudit: { request: () => ({ query: { limit: '10', action: 'createApiKey' } }) },
  revokeApiKey: {
    request: async ({ organization, agent }) => {
      const body = { name: 'to be revoked', identity_id: agent.id };
      const { id } = await organization.api.ok('createApiKey', { body });
      return { params: { id } };
    },
    kinds: { id: 'apiKey' },
  },
  getMe: { request: () => ({}) },
  getUsage: { request: () => ({}) },
  verifyOwner: {
    request: async ({ service }) => {
      const owner_email = `${freshName('owner')}@example.com`;
      const made = await makeOrganizationBy(service.anonymous, { owner_email });
      return { key: made.key, body: { code: await service.mailedCode(owner_email, made.id) } };
    },
    other: { code: '000000' },
  },
  ...ACCOUNT_EXAMPLES,
  ...MEMBER_EXAMPLES,
  ...GRANT_EXAMPLES,
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
  ...OUTGOING_MAIL_EXAMPLES,
  ...MAIL_BATCH_EXAMPLES,
  updateMessage: {
    request: ({ agent, messageId }) => ({ params: { id: agent.id, mid: messageId }, body: { is_read: true } }),
    kinds: { id: 'agent', mid: 'message' },
    other: { folder: 'archive' },
  },
  getRawMessage: {
    request: ({ agent, messageId }) => ({ params: { id: agent.id, mid: messageId } }),
    kinds: { id: 'agent', mid: 'message' },
  },
  getAttachment: {
    request: ({ agent, messageId, attachmentId }) => ({ params: { id: agent.id, mid: messageId, aid: attachmentId } }),
    kinds: { id: 'agent', mid: 'message', aid: 'attachment' },
  },
  getAttachmentText: {
    request: ({ agent, messageId, attachmentId }) => ({ params: { id: agent.id, mid: messageId, aid: attachmentId } }),
    kinds: { id: 'agent', mid: 'message', aid: 'attachment' },
  },
  listThreads: { request: ofAgent, kinds: { id: 'agent' } },
  getThread: {
    request: ({ agent, threadId }) => ({ params: { id: agent.id, tid: threadId } }),
    kinds: { id: 'agent', tid: 'thread' },
  },
  search: { request: ({ agent }) => ({ query: { q: 'order', identity_id: agent.id, limit: '10' } }) },
  createTunnel: {
    request: ({ agent }) => ({ body: { identity_id: agent.id, name: 'Preview', metadata: { team: 'web' } } }),
    bodyIds: { identity_id: 'agent' },
    other: { name: 'Another' },
  },
  listTunnels: { request: () => ({ query: { limit: '10' } }) },
  getTunnel: { request: freshTunnel, kinds: { id: 'tunnel' } },
  deleteTunnel: { request: freshTunnel, kinds: { id: 'tunnel' } },
  createContactRule: {
    request: ({ agent }) => ({
      body: {
        identity_id: agent.id,
        action: 'block',
        match_type: 'domain',
        match_target: `${freshName('spam')}.example`,
        direction: 'inbound',
        note: 'an example',
      },
    }),
    bodyIds: { identity_id: 'agent' },
    other: { action: 'allow', match_type: 'exact_email', match_target: 'ada@example.com' },
  },
  listContactRules: { request: ({ agent }) => ({ query: { limit: '10', identity_id: agent.id } }) },
  deleteContactRule: { request: freshRule, kinds: { id: 'contactRule' } },
  getContactSettings: { request: ({ agent }) => ({ query: { identity_id: agent.id } }) },
  setContactSettings: {
    request: () => ({ body: { filter_mode: 'blocklist' } }),
    other: { filter_mode: 'allowlist' },
  },
  createContact: {
    request: ({ agent }) => ({
      body: {
        identity_id: agent.id,
        display_name: 'Ada Lovelace',
        emails: [`${freshName('ada')}@example.com`],
        agent_handles: ['example-agent'],
        company: 'Example Works',
        notes: 'an example',
        metadata: { team: 'support' },
      },
    }),
    bodyIds: { identity_id: 'agent' },
    other: { display_name: 'Eve' },
  },
  listContacts: { request: () => ({ query: { limit: '10', q: 'ada', email: 'ada@example.com' } }) },
  getContact: { request: freshContact, kinds: { id: 'contact' } },
  updateContact: {
    request: async (fixture) => ({ ...(await freshContact(fixture)), body: { display_name: 'Ada King', notes: null } }),
    kinds: { id: 'contact' },
    other: { display_name: 'Eve' },
  },
  deleteContact: { request: freshContact, kinds: { id: 'contact' } },
  createDomain: {
    request: () => ({ body: { domain: `${freshName('example')}.example` } }),
    other: { domain: 'another.example' },
  },
  listDomains: { request: () => ({ query: { limit: '10' } }) },
  getDomain: { request: freshDomain, kinds: { id: 'domain' } },
  verifyDomain: { request: freshDomain, kinds: { id: 'domain' } },
  deleteDomain: { request: freshDomain, kinds: { id: 'domain' } },
  createMailbox: {
    request: async (fixture) => ({
      ...ofAgent(fixture),
      body: { local_part: freshName('orders'), domain_id: await verifiedDomain(fixture) },
    }),
    kinds: { id: 'agent' },
    bodyIds: { domain_id: 'domain' },
    other: { local_part: 'another' },
  },
  listMailboxes: { request: ofAgent, kinds: { id: 'agent' } },
  deleteMailbox: {
    request: async (fixture) => ({ params: { id: fixture.agent.id, mid: await makeMailbox(fixture) } }),
    kinds: { id: 'agent', mid: 'mailbox' },
  },
  createProviderAccount: {
    request: () => ({ body: { provider: 'smtp', name: 'Example', host: '127.0.0.1', port: 9, is_default: false } }),
    other: { provider: 'smtp', host: '127.0.0.1', port: 10, is_default: false },
  },
  listProviderAccounts: { request: () => ({ query: { limit: '10' } }) },
  getProviderAccount: { request: freshAccount, kinds: { id: 'providerAccount' } },
  verifyProviderAccount: { request: freshAccount, kinds: { id: 'providerAccount' } },
  deleteProviderAccount: { request: freshAccount, kinds: { id: 'providerAccount' } },
  // The client of the fixture signs the body.
  receiveMail: {
    request: ({ agent }) => ({
      body: { messages: [submittedMail([agent.address], { id: `${freshName('m')}@example.com` })] },
    }),
    other: { messages: [submittedMail(['unknown@example.com'], {})] },
  },
  ...VAULT_EXAMPLES,
  ...A2A_EXAMPLES,
  ...A2A_PROTOCOL_EXAMPLES,
  callMcp: { request: () => ({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }) },
  ...EVENT_EXAMPLES,
  ...TOKEN_EXAMPLES,
  ...APPROVAL_EXAMPLES,
  ...TRUSTED_ISSUER_EXAMPLES,
};

export const OPERATION_NAMES = Object.keys(EXAMPLES) as OperationName[];
