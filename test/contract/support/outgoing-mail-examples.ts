import { makeAgent, makeOrganizationBy } from '#testing/fixture.ts';
import type { Example } from './example.ts';
import type { Fixture } from './fixture.ts';

const MAIL = { to: 'ada@elsewhere.example', subject: 'Example', text: 'Hello' };
const KINDS = { id: 'agent', did: 'draft' } as const;

const freshDraft = async ({ agent }: Fixture) => {
  const { id: did } = await agent.api.ok('createDraft', { params: { id: agent.id }, body: MAIL });
  return { params: { id: agent.id, did } };
};

/** Emails to send, and drafts of them. */
export const OUTGOING_MAIL_EXAMPLES = {
  sendMail: {
    request: async ({ service }) => {
      // In another organization, because the outcome of the mail appends events later, which other tests do not expect.
      const organization = await makeOrganizationBy(service.anonymous);
      const agent = await makeAgent(organization);
      const body = { to: 'ada@elsewhere.example', subject: 'Example', text: 'Hello', mailbox_id: agent.mailboxId };
      return { key: organization.key, agentKey: agent.key, params: { id: agent.id }, body };
    },
    kinds: { id: 'agent' },
    bodyIds: { mailbox_id: 'mailbox' },
    other: { to: ['eve@elsewhere.example'], subject: 'Another', html: '<p>Hello</p>' },
  },
  forwardMessage: {
    request: async ({ service }) => {
      const organization = await makeOrganizationBy(service.anonymous);
      const agent = await makeAgent(organization);
      const mail = { to: 'ada@elsewhere.example', subject: 'Example', text: 'Hello' };
      const { id: mid } = await agent.api.ok('sendMail', { params: { id: agent.id }, body: mail });
      const body = { to: 'bob@elsewhere.example', text: 'See below.' };
      return { key: organization.key, agentKey: agent.key, params: { id: agent.id, mid }, body };
    },
    kinds: { id: 'agent', mid: 'message' },
    other: { to: ['eve@elsewhere.example'], as: 'attachment' },
  },
  createDraft: {
    request: ({ agent }) => ({ params: { id: agent.id }, body: MAIL }),
    kinds: { id: 'agent' },
    other: { html: '<p>Hello</p>', send_at: null },
  },
  listDrafts: { request: ({ agent }) => ({ params: { id: agent.id } }), kinds: { id: 'agent' } },
  getDraft: { request: freshDraft, kinds: KINDS },
  updateDraft: {
    request: async (fixture) => ({ ...(await freshDraft(fixture)), body: { text: 'Changed' } }),
    kinds: KINDS,
    other: { subject: 'Another', text: null },
  },
  deleteDraft: { request: freshDraft, kinds: KINDS },
  sendDraft: {
    request: async ({ service }) => {
      // In another organization, as the example of a message to send is.
      const organization = await makeOrganizationBy(service.anonymous);
      const agent = await makeAgent(organization);
      const { id: did } = await agent.api.ok('createDraft', { params: { id: agent.id }, body: MAIL });
      return { key: organization.key, agentKey: agent.key, params: { id: agent.id, did } };
    },
    kinds: KINDS,
  },
} as const satisfies Record<string, Example>;
