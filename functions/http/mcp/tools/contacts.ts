import { isSeenBy } from '../caller.ts';
import { nextBefore } from '../pages.ts';
import { contactResult, contactsResult } from '../results/contacts.ts';
import { writeOnce } from '../send-once.ts';
import type { ToolRunners } from '../tool-context.ts';

/** The tools for contacts. See: docs/contract/contacts.md. */
export const CONTACTS: ToolRunners<'findContact' | 'saveContact'> = {
  findContact: async ({ api, caller }, { query: q, cursor, ...filter }) => {
    const received = await api.send('listContacts', { query: { ...filter, q, before: cursor } });
    const { contacts } = received.body;
    const seen = contacts.filter(({ identity_id: owner }) => isSeenBy(caller, owner, { isShared: true }));
    return contactsResult(seen, nextBefore(received, contacts, filter.limit));
  },

  saveContact: async ({ api, caller }, { contact_id: id, ...fields }) => {
    if (id !== undefined) {
      return contactResult(await api.call('updateContact', { params: { id }, body: fields }));
    }
    // With an org key the contact belongs to the agent that the header names, or to all agents.
    const owner = caller.isAgent ? undefined : caller.identityId;
    const sent = { body: { ...fields, ...(owner !== undefined && { identity_id: owner }) } };
    const { body } = await writeOnce(api, 'createContact', sent, { ...fields });
    return contactResult(body);
  },
};
