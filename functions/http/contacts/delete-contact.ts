import * as routes from '../../../shared/contract/routes/contacts.ts';
import { contactBytes, removeContact } from '../../../shared/data/entities/contact.ts';
import { noContent, ownedResourceOperation, write } from '../../../shared/runtime/pipeline/operation.ts';
import { changeableContact } from './own-contact.ts';

export const deleteContact = ownedResourceOperation(routes.deleteContact, changeableContact, async (_, contact) => {
  return write((tx) => {
    tx.countStored({ organizationId: contact.organizationId, bytes: -contactBytes(contact) });
    tx.put(...removeContact(contact));
    return noContent();
  });
});
