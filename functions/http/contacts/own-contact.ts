import { type Contact, findContact } from '../../../shared/data/entities/contact.ts';
import type { Table } from '../../../shared/data/table-client.ts';
import { AppError, notFound } from '../../../shared/domain/errors.ts';
import type { Actor } from '../../../shared/runtime/pipeline/operation.ts';

/** Whether an actor may see a contact: an org key all, an agent key its own and the shared ones. */
export function mayRead(actor: Actor, contact: Contact): boolean {
  return mayChange(actor, contact) || contact.identityId === null;
}

/** A shared contact is the organization's: its agents read it, and only an org key changes it for all of them. */
function mayChange(actor: Actor, contact: Contact): boolean {
  return actor.kind === 'org' || contact.identityId === actor.identity.id;
}

/**
 * A contact that an actor may read, or change. Another agent's is 403 for an agent key.
 *
 * Rule: specification, Status codes (403: reaching another identity's resources); shapes, contacts.
 */
export async function ownContact(table: Table, actor: Actor, id: string, to: 'read' | 'change'): Promise<Contact> {
  const contact = await findContact(table, actor.organization.id, id);
  if (contact === undefined) throw notFound();
  const may = to === 'read' ? mayRead : mayChange;
  if (!may(actor, contact)) throw new AppError('auth.forbidden');
  return contact;
}
