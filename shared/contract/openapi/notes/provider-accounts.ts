import * as routes from '../../routes/provider-accounts.ts';
import { notesOf } from '../notes.ts';

export const PROVIDER_ACCOUNTS = notesOf(routes, {
  createProviderAccount: {
    title: 'Create a provider account',
    sdk: 'providerAccounts.create',
    secret: 'inbound_secret',
    body: { provider: 'smtp', name: 'Example', host: 'smtp.example.com', port: 587, is_default: false },
  },
  listProviderAccounts: {
    title: 'List provider accounts',
    sdk: 'providerAccounts.list',
  },
  getProviderAccount: {
    title: 'Get a provider account',
    sdk: 'providerAccounts.get',
  },
  verifyProviderAccount: {
    title: 'Verify a provider account',
    sdk: 'providerAccounts.verify',
  },
  deleteProviderAccount: {
    title: 'Delete a provider account',
    sdk: 'providerAccounts.delete',
  },
});
