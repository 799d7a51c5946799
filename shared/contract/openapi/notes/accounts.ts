import * as routes from '../../routes/accounts.ts';
import { exampleId } from '../example-records.ts';
import { notesOf } from '../notes.ts';

export const ACCOUNTS = notesOf(routes, {
  createOrganization: {
    title: 'Create an organization',
    sdk: 'organizations.create',
    secret: 'admin_api_key',
    body: { name: 'Example Works', slug: 'example-works' },
  },
  createApiKey: {
    title: 'Create an API key',
    sdk: 'apiKeys.create',
    secret: 'key',
    body: { name: 'support', identity_id: exampleId('agent') },
  },
  listApiKeys: {
    title: 'List API keys',
    sdk: 'apiKeys.list',
  },
  revokeApiKey: {
    title: 'Revoke an API key',
    sdk: 'apiKeys.revoke',
  },
  getMe: {
    title: 'Get the actor',
    sdk: 'me',
  },
  listAudit: {
    title: 'List audit',
    sdk: 'audit.list',
  },
  getUsage: {
    title: 'Get usage',
    sdk: 'usage',
  },
});
