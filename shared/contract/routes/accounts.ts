import { route } from '../route.ts';
import {
  actorSchema,
  apiKeySchema,
  apiKeysSchema,
  createApiKeyBody,
  createdApiKeySchema,
  createdOrganizationSchema,
  createOrganizationBody,
  usageSchema,
} from '../schemas/account.ts';
import { auditQuery, auditSchema } from '../schemas/audit.ts';
import { idParams, pageQuery } from '../schemas/common.ts';

const AUDITED_KEY = { target: 'api_key', fields: ['name', 'identity_id', 'status'] } as const;

export const createOrganization = route({
  name: 'createOrganization',
  group: 'accounts',
  method: 'POST',
  path: '/v1/organizations',
  auth: 'none',
  summary: 'Creates an organization and its first org key.',
  audited: { target: 'organization', fields: ['name', 'slug', 'owner_email'], whereStated: true },
  body: createOrganizationBody,
  status: 201,
  reply: createdOrganizationSchema,
  errors: ['organization.slug_taken'],
  onceOnlySecret: true,
});

export const createApiKey = route({
  name: 'createApiKey',
  group: 'accounts',
  method: 'POST',
  path: '/v1/api-keys',
  auth: 'org',
  summary: 'Creates an org key, or an agent key if `identity_id` is given.',
  audited: AUDITED_KEY,
  body: createApiKeyBody,
  status: 201,
  reply: createdApiKeySchema,
  errors: ['resource.not_found'],
  onceOnlySecret: true,
});

export const listApiKeys = route({
  name: 'listApiKeys',
  group: 'accounts',
  method: 'GET',
  path: '/v1/api-keys',
  auth: 'any-key',
  summary: 'Lists keys without secrets. An agent key sees its own agent’s.',
  query: pageQuery,
  status: 200,
  reply: apiKeysSchema,
});

export const revokeApiKey = route({
  name: 'revokeApiKey',
  group: 'accounts',
  method: 'POST',
  path: '/v1/api-keys/{id}/revoke',
  auth: 'org',
  summary: 'Revokes a key immediately and permanently.',
  audited: AUDITED_KEY,
  params: idParams,
  status: 200,
  reply: apiKeySchema,
});

export const getMe = route({
  name: 'getMe',
  group: 'accounts',
  method: 'GET',
  path: '/v1/me',
  auth: 'any-key',
  summary: 'Returns the actor of the key.',
  status: 200,
  reply: actorSchema,
  allowSuspended: true,
  withoutSecondFactor: true,
});

export const getUsage = route({
  name: 'getUsage',
  group: 'accounts',
  method: 'GET',
  path: '/v1/usage',
  auth: 'any-key',
  summary: 'Returns the organization’s usage and limits.',
  status: 200,
  reply: usageSchema,
});

export const listAudit = route({
  name: 'listAudit',
  group: 'accounts',
  method: 'GET',
  path: '/v1/audit',
  auth: 'org',
  summary: 'Lists who changed what in the organization, when and from where, newest first.',
  query: auditQuery,
  status: 200,
  reply: auditSchema,
});
