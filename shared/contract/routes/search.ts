import { route } from '../route.ts';
import { searchQuery, searchResultsSchema } from '../schemas/search.ts';

/** Streamed as other reads of mail are: the function of mail serves it. */
export const search = route({
  group: 'mail',
  name: 'search',
  method: 'GET',
  path: '/v1/search',
  auth: 'resource-agent',
  resources: [{ load: 'identity', named: 'identity_id', foreign: 403 }],
  summary: 'Finds messages by their texts, people and attachments, and tasks, contacts and events.',
  streamed: true,
  query: searchQuery,
  status: 200,
  reply: searchResultsSchema,
  errors: ['resource.not_found'],
});
