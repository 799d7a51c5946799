import { alreadySent } from '../already-sent.ts';
import { isSeenBy } from '../caller.ts';
import { nextBefore } from '../pages.ts';
import { contactResult, contactsResult } from '../results/contacts.ts';
import { toolResult } from '../results/tool-result.ts';
import { writeKeyed, writeOnce } from '../send-once.ts';
import type { ServiceApi } from '../service-api.ts';
import { unlessRefused } from '../service-error.ts';
import type { ToolRunners } from '../tool-context.ts';

/** The tools for contacts. See: docs/contract/contacts.md. */
export const CONTACTS: ToolRunners<'findContact' | 'saveContact'> = {
  findContact: async ({ api, caller }, { query: q, cursor, ...filter }) => {
    const received = await api.send('listContacts', { query: { ...filter, q, before: cursor } });
    const { contacts } = received.body;
    const seen = contacts.filter(({ identity_id: owner }) => isSeenBy(caller, owner, { isShared: true }));
    return contactsResult(seen, nextBefore(received, contacts, filter.limit));
  },

  saveContact: async ({ api, caller }, { contact_id: id, idempotency_key, send_again, ...fields }) => {
    const once = { idempotency_key, send_again };
    // With an org key the contact belongs to the agent that the header names, or to all agents.
    const owner = caller.isAgent ? undefined : caller.identityId;
    const created = { ...fields, ...(owner !== undefined && { identity_id: owner }) };
    const write = (after?: string) =>
      id === undefined
        ? writeOnce(api, 'createContact', { body: created }, { ...once, ...fields }, after)
        : writeKeyed(api, 'updateContact', { params: { id }, body: fields }, once);
    // Equal arguments make a new contact after the deletion of one, and a retry of that finds it by the one before.
    // What a key has created is created once.
    for (let deleted: string | undefined; ; ) {
      const { body, alreadyDone } = await write(deleted);
      if (!alreadyDone) return contactResult(body);
      const present = await presentContact(api, body.id);
      if (present !== undefined) return contactResult(present, alreadySent(SAVED_BEFORE, once));
      if (idempotency_key !== undefined) {
        return toolResult({ contact_id: body.id, is_deleted: true, ...alreadySent(DELETED_SINCE, once) });
      }
      deleted = body.id;
    }
  },
};

const SAVED_BEFORE = 'An earlier call already saved this contact. This is its current state.';
const DELETED_SINCE = 'An earlier call already saved this contact, but it has since been deleted.';

/** A contact as it is now; `undefined` if there is none. */
function presentContact(api: ServiceApi, id: string) {
  return unlessRefused(api.call('getContact', { params: { id } }), 'resource.not_found');
}
