import { type Contact, findContact } from '../../../shared/data/entities/contact.ts';
import { AppError, notFound } from '../../../shared/domain/errors.ts';
import type { Actor, OwnedResourceLoader } from '../../../shared/runtime/pipeline/actor.ts';

/** Whether an actor may see a contact: an org key all, an agent key its own and the shared ones. */
export function mayRead(actor: Actor, contact: Contact): boolean {
  return mayChange(actor, contact) || contact.identityId === null;
}

/** A shared contact is the organization's: its agents read it, and only an org key changes it for all of them. */
function mayChange(actor: Actor, contact: Contact): boolean {
  return actor.kind === 'org' || contact.identityId === actor.identity.id;
}

/**
 * A contact that an actor may read. Another agent's is 403 for an agent key.
 *
 * See: docs/contract/authentication.md#permissions; docs/contract/contacts.md#contacts.
 */
export const readableContact = ownContact(mayRead);

/** A contact that an actor may change: neither another agent's nor, for an agent key, one that all of them share. */
export const changeableContact = ownContact(mayChange);

function ownContact(may: (actor: Actor, contact: Contact) => boolean): OwnedResourceLoader<Contact> {
  return async ({ actor, table }, id) => {
    const contact = await findContact(table, actor.organization.id, id);
    if (contact === undefined) throw notFound();
    if (!may(actor, contact)) throw new AppError('auth.forbidden');
    return contact;
  };
}
