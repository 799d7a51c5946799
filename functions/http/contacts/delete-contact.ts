import * as routes from '../../../shared/contract/routes/contacts.ts';
import { removeContact } from '../../../shared/data/entities/contact.ts';
import { nothing, operation, write } from '../../../shared/runtime/pipeline/operation.ts';
import { ownContact } from './own-contact.ts';

export const deleteContact = operation(routes.deleteContact, async ({ actor, table }, { params }) => {
  const contact = await ownContact(table, actor, params.id, 'change');
  return write([], (staging) => {
    staging.put(...removeContact(contact));
    return nothing();
  });
});
