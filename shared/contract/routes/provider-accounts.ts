import { route } from '../route.ts';
import { idParams, pageQuery } from '../schemas/common.ts';
import {
  createdProviderAccountSchema,
  createProviderAccountBody,
  providerAccountSchema,
  providerAccountsSchema,
} from '../schemas/provider-account.ts';

const group = { group: 'provider-accounts', auth: 'org', budget: 'organization' } as const;

export const createProviderAccount = route({
  ...group,
  name: 'createProviderAccount',
  method: 'POST',
  path: '/v1/provider-accounts',
  summary: 'Adds an account with a mail provider and checks it. `status` has the result.',
  body: createProviderAccountBody,
  status: 201,
  reply: createdProviderAccountSchema,
  errors: [],
  idempotent: true,
  onceOnlySecret: true,
});

export const listProviderAccounts = route({
  ...group,
  name: 'listProviderAccounts',
  method: 'GET',
  path: '/v1/provider-accounts',
  summary: 'Lists provider accounts without credentials.',
  query: pageQuery,
  status: 200,
  reply: providerAccountsSchema,
  errors: [],
  idempotent: false,
  onceOnlySecret: false,
});

export const getProviderAccount = route({
  ...group,
  name: 'getProviderAccount',
  method: 'GET',
  path: '/v1/provider-accounts/{id}',
  summary: 'Reads a provider account without credentials.',
  params: idParams,
  status: 200,
  reply: providerAccountSchema,
  errors: ['resource.not_found'],
  idempotent: false,
  onceOnlySecret: false,
});

export const verifyProviderAccount = route({
  ...group,
  name: 'verifyProviderAccount',
  method: 'POST',
  path: '/v1/provider-accounts/{id}/verify',
  summary: 'Checks a provider account again.',
  params: idParams,
  status: 200,
  reply: providerAccountSchema,
  errors: ['resource.not_found'],
  idempotent: true,
  onceOnlySecret: false,
});

export const deleteProviderAccount = route({
  ...group,
  name: 'deleteProviderAccount',
  method: 'DELETE',
  path: '/v1/provider-accounts/{id}',
  summary: 'Deletes a provider account. Without a default account the service’s own SES sends mail.',
  params: idParams,
  status: 204,
  errors: ['resource.not_found'],
  idempotent: true,
  onceOnlySecret: false,
});
