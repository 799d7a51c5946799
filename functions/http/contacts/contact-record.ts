import type { Contact } from '#shared/data/entities/contact/contact.ts';
import { withOriginal } from '#shared/domain/safe-reading/with-original.ts';
import { timestamp } from '#shared/domain/time/time.ts';

/** A contact in the form of the API. See: docs/contract/contacts.md#contacts. */
export function contactRecord(contact: Contact) {
  const record = {
    id: contact.id,
    identity_id: contact.identityId,
    display_name: contact.displayName,
    emails: contact.emails,
    agent_handles: contact.agentHandles,
    company: contact.company,
    notes: contact.notes,
    metadata: contact.metadata,
    source: contact.source,
    created_at: timestamp(contact.createdAt),
    updated_at: timestamp(contact.updatedAt),
  };
  return withOriginal(record, ['display_name', 'company', 'notes']);
}
