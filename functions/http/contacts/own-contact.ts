import { type Contact, findContact } from '../../../shared/data/entities/contact.ts';
import { AppError, notFound } from '../../../shared/domain/errors.ts';
import { type Actor, mayUse, type OwnedResourceLoader } from '../../../shared/runtime/pipeline/actor.ts';

/** Whether an actor may read a contact: an org key all contacts, an agent key its own and the shared ones. */
export function mayRead(actor: Actor, contact: Contact): boolean {
  return mayUse(actor, contact) || contact.identityId === null;
}

/**
 * Loads a contact that the actor may read. Throws 403 for a contact of another agent.
 *
 * See: docs/contract/authentication.md#permissions; docs/contract/contacts.md#contacts.
 */
export const readableContact = ownContact(mayRead);

/**
 * Loads a contact that the actor may change. Throws 403 for a contact of another agent, and to an agent for a
 * shared one, which belongs to the organization.
 */
export const changeableContact = ownContact(mayUse);

function ownContact(may: (actor: Actor, contact: Contact) => boolean): OwnedResourceLoader<Contact> {
  return async ({ actor, table }, id) => {
    const contact = await findContact(table, actor.organization.id, id);
    if (contact === undefined) throw notFound();
    if (!may(actor, contact)) throw new AppError('auth.forbidden');
    return contact;
  };
}
