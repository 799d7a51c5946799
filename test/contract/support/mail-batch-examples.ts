import { makeOrganizationBy } from '#testing/fixture.ts';
import type { Example } from './example.ts';

/** Operations on many messages. */
export const MAIL_BATCH_EXAMPLES = {
  updateMessages: {
    request: ({ agent, messageId }) => ({ params: { id: agent.id }, body: { ids: [messageId], is_read: true } }),
    kinds: { id: 'agent' },
    other: { ids: ['another'], folder: 'archive' },
  },
  markMessagesRead: {
    request: ({ agent }) => ({ params: { id: agent.id }, body: { folder: 'archive' } }),
    kinds: { id: 'agent' },
    other: { folder: 'spam' },
  },
  getMailFolders: { request: ({ agent }) => ({ params: { id: agent.id } }), kinds: { id: 'agent' } },
  listAllMessages: {
    // In another organization, because it makes one query for each agent, and other examples make agents.
    request: async ({ service }) => ({ key: (await makeOrganizationBy(service.anonymous)).key }),
  },
} satisfies Record<string, Example>;
