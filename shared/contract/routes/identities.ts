import { route } from '../route.ts';
import { idParams, pageQuery } from '../schemas/common.ts';
import { createIdentityBody, identitiesSchema, identitySchema, suspendIdentityBody } from '../schemas/identity.ts';

const admin = { group: 'identities', auth: 'org' } as const;

const AUDITED_STATUS = { target: 'identity', fields: ['status', 'suspended_reason'] } as const;

export const createIdentity = route({
  ...admin,
  name: 'createIdentity',
  method: 'POST',
  path: '/v1/identities',
  summary: 'Creates an agent and its mailbox.',
  audited: { target: 'identity', fields: ['handle', 'display_name', 'status'] },
  body: createIdentityBody,
  status: 201,
  reply: identitySchema,
  errors: ['identity.handle_taken', 'mailbox.taken', 'usage.agent_limit'],
});

export const listIdentities = route({
  ...admin,
  name: 'listIdentities',
  method: 'GET',
  path: '/v1/identities',
  summary: 'Lists the organization’s agents.',
  query: pageQuery,
  status: 200,
  reply: identitiesSchema,
});

export const getIdentity = route({
  ...admin,
  name: 'getIdentity',
  method: 'GET',
  path: '/v1/identities/{id}',
  auth: 'resource-agent',
  resources: [{ load: 'identity', named: 'id', foreign: 403 }],
  summary: 'Returns an agent. An agent key can read its own.',
  params: idParams,
  status: 200,
  reply: identitySchema,
});

export const suspendIdentity = route({
  ...admin,
  name: 'suspendIdentity',
  method: 'POST',
  path: '/v1/identities/{id}/suspend',
  summary: 'Suspends an agent. Its keys are refused; its mail is still stored.',
  audited: AUDITED_STATUS,
  params: idParams,
  body: suspendIdentityBody,
  bodyOptional: true,
  status: 200,
  reply: identitySchema,
});

export const reinstateIdentity = route({
  ...admin,
  name: 'reinstateIdentity',
  method: 'POST',
  path: '/v1/identities/{id}/reinstate',
  summary: 'Reinstates a suspended agent.',
  audited: AUDITED_STATUS,
  params: idParams,
  status: 200,
  reply: identitySchema,
});
