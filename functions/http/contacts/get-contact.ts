import * as routes from '../../../shared/contract/routes/contacts.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { contactRecord } from './contact-record.ts';
import { ownContact } from './own-contact.ts';

export const getContact = operation(routes.getContact, async ({ actor, table }, { params }) => {
  return reply(contactRecord(await ownContact(table, actor, params.id, 'read')));
});
