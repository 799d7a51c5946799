import * as routes from '#shared/contract/routes/contacts.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { createContact } from './create-contact.ts';
import { createContactRule } from './create-contact-rule.ts';
import { deleteContact } from './delete-contact.ts';
import { deleteContactRule } from './delete-contact-rule.ts';
import { getContact } from './get-contact.ts';
import { getContactSettings } from './get-contact-settings.ts';
import { listContactRules } from './list-contact-rules.ts';
import { listContacts } from './list-contacts.ts';
import { setContactSettings } from './set-contact-settings.ts';
import { updateContact } from './update-contact.ts';

export const handler = serve(routes, {
  createContactRule,
  listContactRules,
  deleteContactRule,
  getContactSettings,
  setContactSettings,
  createContact,
  listContacts,
  getContact,
  updateContact,
  deleteContact,
});
