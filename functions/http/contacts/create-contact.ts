import * as routes from '#shared/contract/routes/contacts.ts';
import { type Contact, contactBytes, insertContact } from '#shared/data/entities/contact/contact.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { domainOfAddress } from '#shared/domain/mail/address.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { trustDomains } from '#shared/services/correspondents/known-domains.ts';
import { namedIdentity } from '#shared/services/identities/named-identity.ts';
import { contactRecord } from './contact-record.ts';

export const createContact = operation(routes.createContact, async ({ actor, table }, { body }) => {
  const organizationId = actor.organization.id;
  const identityId = (await namedIdentity(routes.createContact, { actor, table }, body.identity_id))?.id ?? null;

  const { emails = [], agent_handles: agentHandles = [] } = body;
  const trusted = await trustDomains(table, organizationId, emails.map(domainOfAddress));
  return write((tx) => {
    const createdAt = tx.nextTimestamp(organizationId);
    const contact: Contact = {
      id: makeId('contact', createdAt, randomPart()),
      organizationId,
      identityId,
      displayName: body.display_name ?? emails[0] ?? agentHandles[0] ?? '',
      emails,
      agentHandles,
      company: body.company ?? null,
      notes: body.notes ?? null,
      metadata: body.metadata ?? {},
      source: 'manual',
      createdAt,
      updatedAt: createdAt,
      version: 1,
    };
    tx.countStored({ organizationId, bytes: contactBytes(contact) });
    tx.put(...insertContact(contact, { isByAgent: actor.kind === 'agent' }), ...trusted);
    return reply(contactRecord(contact));
  });
});
