import * as routes from '../../routes/contacts.ts';
import { exampleId } from '../example-records.ts';
import { notesOf } from '../notes.ts';

export const CONTACTS = notesOf(routes, {
  createContactRule: {
    title: 'Create a contact rule',
    sdk: 'contactRules.create',
    body: {
      identity_id: exampleId('agent'),
      action: 'block',
      match_type: 'domain',
      match_target: 'spam.example',
      direction: 'inbound',
      note: 'Sends junk.',
    },
  },
  listContactRules: {
    title: 'List contact rules',
    sdk: 'contactRules.list',
  },
  deleteContactRule: {
    title: 'Delete a contact rule',
    sdk: 'contactRules.delete',
  },
  getContactSettings: {
    title: 'Get contact settings',
    sdk: 'contactRules.settings.get',
  },
  setContactSettings: {
    title: 'Set contact settings',
    sdk: 'contactRules.settings.update',
    body: { filter_mode: 'blocklist' },
  },
  createContact: {
    title: 'Create a contact',
    sdk: 'contacts.create',
    body: {
      identity_id: exampleId('agent'),
      display_name: 'Ada Lovelace',
      emails: ['ada@example.com'],
      agent_handles: ['example-agent'],
      company: 'Example Works',
      notes: 'Prefers short answers.',
      metadata: { team: 'support' },
    },
  },
  listContacts: {
    title: 'List contacts',
    sdk: 'contacts.list',
  },
  getContact: {
    title: 'Get a contact',
    sdk: 'contacts.get',
  },
  updateContact: {
    title: 'Update a contact',
    sdk: 'contacts.update',
    body: { display_name: 'Ada King', notes: null },
  },
  deleteContact: {
    title: 'Delete a contact',
    sdk: 'contacts.delete',
  },
});
