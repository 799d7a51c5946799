import { type Contact, findContact } from '#shared/data/entities/contact/contact.ts';
import { resourceLoader } from '#shared/runtime/pipeline/resources.ts';

/** Loads a contact. See: docs/contract/contacts.md#contacts. */
export const loadContact = resourceLoader<Contact>('contact', findContact, ({ identityId }) => identityId);
