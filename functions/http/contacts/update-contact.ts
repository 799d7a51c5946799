import * as routes from '#shared/contract/routes/contacts.ts';
import { type Contact, contactBytes, replaceContact } from '#shared/data/entities/contact/contact.ts';
import { domainOfAddress } from '#shared/domain/mail/address.ts';
import { reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { trustDomains } from '#shared/services/correspondents/known-domains.ts';
import { contactRecord } from './contact-record.ts';
import { loadContact } from './load-contact.ts';

export const updateContact = resourceOperation(
  routes.updateContact,
  loadContact,
  async ({ actor, table, now }, contact, { body }) => {
    const changed: Contact = {
      ...contact,
      displayName: body.display_name ?? contact.displayName,
      emails: body.emails ?? contact.emails,
      agentHandles: body.agent_handles ?? contact.agentHandles,
      // `null` deletes the value of these fields.
      company: body.company === undefined ? contact.company : body.company,
      notes: body.notes === undefined ? contact.notes : body.notes,
      metadata: body.metadata ?? contact.metadata,
      // The organization's clock may be ahead of the clock of this machine.
      updatedAt: Math.max(now, contact.updatedAt),
      version: contact.version + 1,
    };
    const trusted = await trustDomains(table, contact.organizationId, (body.emails ?? []).map(domainOfAddress));
    return write((tx) => {
      const { organizationId } = contact;
      tx.countStored({ organizationId, bytes: contactBytes(changed) - contactBytes(contact) });
      tx.put(...replaceContact(contact, changed, { isByAgent: actor.kind === 'agent' }), ...trusted);
      return reply(contactRecord(changed));
    });
  },
);
