import { type Agent, freshName, makeAgent, makeOrganizationBy } from '#testing/fixture.ts';
import type { Example } from './example.ts';
import type { Fixture } from './fixture.ts';

/**
 * Another agent of the same organization, because a task needs two. One for each fixture, shared by the examples that
 * do not change it.
 */
const peers = new WeakMap<Fixture, Promise<Agent>>();

export function peerOf(fixture: Fixture): Promise<Agent> {
  const known = peers.get(fixture) ?? makeAgent(fixture.organization);
  peers.set(fixture, known);
  return known;
}

/** A fresh task between the agent of the fixture and its peer, in the given direction. */
export async function makeTask(fixture: Fixture, by: 'agent' | 'peer' = 'agent') {
  const peer = await peerOf(fixture);
  const [from, to] = by === 'agent' ? [fixture.agent, peer] : [peer, fixture.agent];
  return from.api.ok('createTask', { body: { to_handle: to.handle, message: 'an example' } });
}

const stepOnTask = (body: Record<string, unknown>) => async (fixture: Fixture) => ({
  key: fixture.agent.key,
  params: { id: (await makeTask(fixture)).id },
  body,
});

async function makeRule({ organization, agent }: Fixture): Promise<string> {
  const body = { identity_id: agent.id, handle: freshName('stranger'), action: 'block' };
  return (await organization.api.ok('createA2aRule', { body })).id;
}

const freshRule = async (fixture: Fixture) => ({ params: { id: await makeRule(fixture) } });

/** An invitation that the organization of the fixture received from another organization. */
async function receivedInvitation({ service, agent }: Fixture) {
  const sender = await makeOrganizationBy(service.anonymous);
  const from = await makeAgent(sender);
  const body = { from_identity_id: from.id, to_handle: agent.handle };
  return { params: { id: (await sender.api.ok('createInvitation', { body })).id } };
}

/** A new invitation to a new agent, because only one may be pending between two agents. */
async function newInvitation({ agent, organization }: Fixture) {
  return { from_identity_id: agent.id, to_handle: (await makeAgent(organization)).handle };
}

async function sentInvitation(fixture: Fixture) {
  const body = await newInvitation(fixture);
  return { params: { id: (await fixture.organization.api.ok('createInvitation', { body })).id } };
}

/** A publicly discoverable agent. */
async function discoverable({ organization }: Fixture) {
  const { id } = await makeAgent(organization);
  await organization.api.ok('putA2aSettings', { params: { id }, body: { publicly_discoverable: true } });
  return { params: { id } };
}

const task = { id: 'task' } as const;
const rule = { id: 'a2aRule' } as const;
const invitation = { id: 'invitation' } as const;
const card: Example = { request: discoverable, kinds: { id: 'agent' }, public: true };

/** Examples of agent-to-agent operations. Agents act under their own key, so the key is part of the request. */
export const A2A_EXAMPLES = {
  createTask: {
    request: async (fixture) => {
      const { context_id } = await makeTask(fixture);
      const body = {
        to_identity_id: (await peerOf(fixture)).id,
        parts: [{ text: 'an example' }, { data: { a: [1, null] }, media_type: 'application/json' }],
        context_id,
        message_id: freshName('message'),
        metadata: { team: 'support' },
      };
      return { key: fixture.agent.key, body };
    },
    bodyIds: { to_identity_id: 'agent', context_id: 'context' },
    other: { to_handle: 'another-agent', message: 'another' },
  },
  listTasks: { request: () => ({ query: { limit: '10', direction: 'inbound', state: 'submitted' } }) },
  getTask: { request: async (fixture) => ({ params: { id: (await makeTask(fixture)).id } }), kinds: task },
  claimTask: {
    request: async (fixture) => ({
      key: fixture.agent.key,
      params: { id: (await makeTask(fixture, 'peer')).id },
      body: { lease_seconds: 30 },
    }),
    kinds: task,
    other: { lease_seconds: 60 },
  },
  replyToTask: {
    request: async (fixture) => ({
      key: fixture.agent.key,
      params: { id: (await makeTask(fixture, 'peer')).id },
      body: {
        state: 'completed',
        message: 'done',
        result: { invoice: 4711 },
        artifacts: [{ artifact_id: 'a', name: 'Invoice', parts: [{ url: 'https://example.com/4711.pdf' }] }],
      },
    }),
    kinds: task,
    other: { state: 'working' },
  },
  addTaskMessage: {
    request: stepOnTask({ message: 'one more thing' }),
    kinds: task,
    other: { parts: [{ raw: 'AAEC', filename: 'bytes' }], message_id: 'another' },
  },
  cancelTask: { request: stepOnTask({ reason: 'no longer needed' }), kinds: task, other: {} },
  getA2aSettings: { request: ({ agent }) => ({ params: { id: agent.id } }), kinds: { id: 'agent' } },
  putA2aSettings: {
    request: async (fixture) => {
      const skill = { id: 'invoices', name: 'Invoices', description: 'Finds them.', tags: ['billing'] };
      return { params: { id: fixture.agent.id }, body: { description: freshName('about'), skills: [skill] } };
    },
    kinds: { id: 'agent' },
    other: { description: 'another' },
  },
  createA2aRule: {
    request: ({ agent }) => ({ body: { identity_id: agent.id, handle: freshName('stranger'), action: 'allow' } }),
    bodyIds: { identity_id: 'agent' },
    other: { identity_id: 'another', handle: 'another', action: 'block', direction: 'inbound' },
  },
  listA2aRules: { request: ({ agent }) => ({ query: { limit: '10', identity_id: agent.id } }) },
  getA2aRule: { request: freshRule, kinds: rule },
  updateA2aRule: {
    request: async (fixture) => ({ ...(await freshRule(fixture)), body: { direction: 'inbound' } }),
    kinds: rule,
    other: { action: 'allow' },
  },
  deleteA2aRule: { request: freshRule, kinds: rule },
  createInvitation: {
    request: async (fixture) => ({
      body: { ...(await newInvitation(fixture)), note: 'an example', expires_in_seconds: 3600 },
    }),
    bodyIds: { from_identity_id: 'agent' },
    other: { from_identity_id: 'another', to_handle: 'another' },
  },
  listInvitations: { request: () => ({ query: { limit: '10', role: 'sent', status: 'pending' } }) },
  acceptInvitation: { request: receivedInvitation, kinds: invitation },
  declineInvitation: { request: receivedInvitation, kinds: invitation },
  revokeInvitation: { request: sentInvitation, kinds: invitation },
  listDirectory: { request: () => ({ query: { limit: '10', q: 'agent', tag: 'billing' } }) },
  getAgentCard: card,
  getWellKnownCard: card,
  getRpcWellKnownCard: card,
} satisfies Record<string, Example>;
