import { route } from '../route.ts';
import { directoryQuery, directorySchema } from '../schemas/a2a-access.ts';

/** With the cards, the only read that crosses organizations, deliberately public. See: docs/contract/README.md. */
export const listDirectory = route({
  group: 'a2a',
  name: 'listDirectory',
  method: 'GET',
  path: '/v1/a2a/directory',
  auth: 'any-key',
  summary: 'Lists publicly discoverable agents of all organizations.',
  query: directoryQuery,
  status: 200,
  reply: directorySchema,
});
