import { directoryAgentSchema, ruleSchema, settingsSchema } from '../../schemas/a2a-access.ts';
import { invitationSchema } from '../../schemas/a2a-invitation.ts';
import {
  configReplySchema,
  configsReplySchema,
  streamReplySchema,
  taskReplySchema,
  tasksReplySchema,
} from '../../schemas/a2a-protocol-replies.ts';
import { taskClaimSchema, taskSchema } from '../../schemas/a2a-task-record.ts';
import { agentCardSchema } from '../../schemas/agent-card.ts';
import { contactSchema } from '../../schemas/contact.ts';
import { contactRuleSchema, contactSettingsSchema } from '../../schemas/contact-rule.ts';
import { identitySchema } from '../../schemas/identity.ts';
import { rpcReplySchema } from '../../schemas/json-rpc.ts';
import { mcpReplySchema } from '../../schemas/mcp.ts';
import { tunnelSchema } from '../../schemas/tunnel.ts';
import { AT, BASE_URL, CARD_URL, EXPIRES, exampleId, ORGANIZATION, times } from '../example-records.ts';
import { example, fieldExamples } from '../examples.ts';

const ADDRESS = 'support-bot@agents.example';
const BASE = `${BASE_URL}/v1/identities/${exampleId('agent')}/a2a`;
const BEARER = {
  description: 'An agent key of this service: the key of the agent that calls.',
  scheme: 'Bearer',
  bearerFormat: 'aid_agt',
};
const MODES = ['text/plain', 'application/json'];

const SKILL = {
  id: 'invoices',
  name: 'Invoices',
  description: 'Finds invoices.',
  tags: ['billing'],
  examples: ['Find invoice 4711.'],
};

const A2A_TASK = {
  id: exampleId('task'),
  contextId: exampleId('context'),
  status: { state: 'TASK_STATE_SUBMITTED', timestamp: AT },
  history: [
    {
      messageId: 'invoice-4711',
      contextId: exampleId('context'),
      taskId: exampleId('task'),
      role: 'ROLE_USER' as const,
      parts: [{ text: 'Please look up invoice 4711.' }],
    },
  ],
};

export const AGENT_EXAMPLES = [
  example(identitySchema, {
    id: exampleId('agent'),
    handle: 'support-bot',
    display_name: 'Support',
    description: 'Answers customers.',
    status: 'active',
    suspended_at: null,
    suspended_reason: null,
    email_address: ADDRESS,
    mailboxes: [{ id: exampleId('mailbox'), address: ADDRESS, is_default: true }],
    a2a: { publicly_discoverable: false, card_url: CARD_URL },
    metadata: { team: 'support' },
    ...times,
  }),
  example(contactSchema, {
    id: exampleId('contact'),
    identity_id: exampleId('agent'),
    display_name: 'Ada Lovelace',
    emails: ['ada@example.com'],
    agent_handles: ['example-agent'],
    company: 'Example Works',
    notes: 'Prefers short answers.',
    metadata: { team: 'support' },
    source: 'manual',
    ...times,
  }),
  example(contactRuleSchema, {
    id: exampleId('contactRule'),
    identity_id: exampleId('agent'),
    action: 'block',
    match_type: 'domain',
    match_target: 'spam.example',
    when: [],
    folder: null,
    direction: 'inbound',
    note: 'Sends junk.',
    created_at: AT,
  }),
  example(tunnelSchema, {
    id: exampleId('tunnel'),
    identity_id: exampleId('agent'),
    name: 'Preview',
    metadata: {},
    public_url: 'https://tunnels.example/t/ak7mq2xw9c4b6d8fgh3jnpr5stz/',
    connect_url: `wss://sockets.example?tunnel=${exampleId('tunnel')}`,
    status: 'active',
    connected: true,
    last_connected_at: AT,
    created_at: AT,
  }),
  example(contactSettingsSchema, { identity_id: null, filter_mode: 'blocklist', updated_at: AT }),
  example(taskSchema, {
    id: exampleId('task'),
    context_id: exampleId('context'),
    state: 'submitted',
    caller: { identity_id: exampleId('agent'), handle: 'support-bot', display_name: 'Support' },
    worker: { identity_id: exampleId('agent', 2), handle: 'billing-bot', display_name: 'Billing' },
    messages: [
      {
        id: exampleId('message'),
        message_id: exampleId('message'),
        role: 'caller',
        parts: [{ text: 'Please look up invoice 4711.' }],
        created_at: AT,
      },
    ],
    message_count: 1,
    artifacts: [],
    artifact_count: 0,
    result: null,
    metadata: {},
    created_at: AT,
    updated_at: AT,
    completed_at: null,
  }),
  example(taskClaimSchema, { claimed: true, until: EXPIRES, claim_id: exampleId('claim') }),
  example(settingsSchema, {
    publicly_discoverable: false,
    filter_mode: 'allowlist',
    description: 'Answers questions about bills.',
    skills: [],
    card_url: CARD_URL,
    ...times,
  }),
  example(ruleSchema, {
    id: exampleId('a2aRule'),
    identity_id: exampleId('agent'),
    handle: 'billing-bot',
    action: 'allow',
    direction: 'both',
    via: null,
    ...times,
  }),
  example(invitationSchema, {
    id: exampleId('invitation'),
    from_identity_id: exampleId('agent'),
    from_handle: 'support-bot',
    to_identity_id: exampleId('agent', 2),
    to_handle: 'billing-bot',
    note: 'May we send you invoices?',
    status: 'pending',
    expires_at: '2026-11-28T08:33:46.649Z',
    ...times,
  }),
  example(directoryAgentSchema, {
    handle: 'billing-bot',
    display_name: 'Billing',
    description: 'Answers questions about bills.',
    skills: [],
    card_url: CARD_URL,
    created_at: AT,
  }),
  example(agentCardSchema, {
    name: 'Support',
    description: 'Answers customers.',
    supportedInterfaces: [{ url: `${BASE}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    provider: { organization: ORGANIZATION.name, url: BASE_URL },
    version: '1.0.1',
    url: `${BASE}/rpc`,
    preferredTransport: 'JSONRPC',
    protocolVersion: '1.0',
    capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
    securitySchemes: {
      bearer: { type: 'http', ...BEARER, httpAuthSecurityScheme: BEARER },
    },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    security: [{ bearer: [] }],
    defaultInputModes: MODES,
    defaultOutputModes: MODES,
    skills: [SKILL],
    signatures: [{ protected: 'eyJhbGciOiJSUzI1NiIsInR5cCI6IkpPU0UiLCJraWQiOi…', signature: 'QFdkNLNszlGj3z3u0YQGt…' }],
  }),
  example(taskReplySchema, A2A_TASK),
  example(streamReplySchema, {
    statusUpdate: {
      taskId: exampleId('task'),
      contextId: exampleId('context'),
      status: { state: 'TASK_STATE_WORKING', timestamp: AT },
    },
  }),
  fieldExamples(tasksReplySchema, { nextPageToken: '', pageSize: 50, totalSize: 1 }),
  fieldExamples(configsReplySchema, { nextPageToken: '' }),
  example(configReplySchema, {
    id: exampleId('webhook'),
    taskId: exampleId('task'),
    url: 'https://receiver.example/a2a',
    authentication: { scheme: 'Bearer' },
  }),
  example(mcpReplySchema, { jsonrpc: '2.0', id: 1, result: { tools: [] } }),
  example(rpcReplySchema, { jsonrpc: '2.0', id: 1, result: { task: { ...A2A_TASK, history: undefined } } }),
];
