import { route } from '../route.ts';
import { idParams, pageQuery } from '../schemas/common.ts';
import {
  createdProviderAccountSchema,
  createProviderAccountBody,
  providerAccountSchema,
  providerAccountsSchema,
} from '../schemas/provider-account.ts';

const group = { group: 'provider-accounts', auth: 'org' } as const;

const AUDITED_ACCOUNT = {
  target: 'provider_account',
  fields: ['provider', 'name', 'region', 'host', 'port', 'username', 'is_default'],
} as const;

export const createProviderAccount = route({
  ...group,
  name: 'createProviderAccount',
  method: 'POST',
  path: '/v1/provider-accounts',
  summary: 'Adds an account with a mail provider and checks it. `status` is the result.',
  audited: AUDITED_ACCOUNT,
  body: createProviderAccountBody,
  status: 201,
  reply: createdProviderAccountSchema,
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
});

export const getProviderAccount = route({
  ...group,
  name: 'getProviderAccount',
  method: 'GET',
  path: '/v1/provider-accounts/{id}',
  summary: 'Returns a provider account without credentials.',
  params: idParams,
  status: 200,
  reply: providerAccountSchema,
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
});

export const deleteProviderAccount = route({
  ...group,
  name: 'deleteProviderAccount',
  method: 'DELETE',
  path: '/v1/provider-accounts/{id}',
  summary: 'Deletes a provider account. Without a default account, the service’s own SES sends the mail.',
  audited: AUDITED_ACCOUNT,
  params: idParams,
  status: 204,
});
