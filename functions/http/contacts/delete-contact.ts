import * as routes from '#shared/contract/routes/contacts.ts';
import { contactBytes, removeContact } from '#shared/data/entities/contact/contact.ts';
import { noContent, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { contactRecord } from './contact-record.ts';
import { loadContact } from './load-contact.ts';

export const deleteContact = resourceOperation(routes.deleteContact, loadContact, async (_, contact) => {
  return write((tx) => {
    tx.countStored({ organizationId: contact.organizationId, bytes: -contactBytes(contact) });
    tx.put(...removeContact(contact));
    tx.audit({ before: contactRecord(contact) });
    return noContent();
  });
});
