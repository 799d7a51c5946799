import * as routes from '../../../shared/contract/routes/contacts.ts';
import { ownedResourceOperation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { contactRecord } from './contact-record.ts';
import { readableContact } from './own-contact.ts';

export const getContact = ownedResourceOperation(routes.getContact, readableContact, async (_, contact) =>
  reply(contactRecord(contact)),
);
