import * as routes from '../../../shared/contract/routes/contacts.ts';
import { removeContact } from '../../../shared/data/entities/contact.ts';
import { nothing, ownOperation, write } from '../../../shared/runtime/pipeline/operation.ts';
import { changeableContact } from './own-contact.ts';

export const deleteContact = ownOperation(routes.deleteContact, changeableContact, async (_, contact) => {
  return write([], (staging) => {
    staging.put(...removeContact(contact));
    return nothing();
  });
});
