import * as routes from '#shared/contract/routes/contacts.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { contactRecord } from './contact-record.ts';
import { loadContact } from './load-contact.ts';

export const getContact = resourceOperation(routes.getContact, loadContact, async (_, contact) =>
  reply(contactRecord(contact)),
);
