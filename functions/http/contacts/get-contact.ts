import * as routes from '../../../shared/contract/routes/contacts.ts';
import { ownOperation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { contactRecord } from './contact-record.ts';
import { readableContact } from './own-contact.ts';

export const getContact = ownOperation(routes.getContact, readableContact, async (_, contact) =>
  reply(contactRecord(contact)),
);
