import * as routes from '#shared/contract/routes/contacts.ts';
import { BoundedRead } from '#shared/data/bounded-read.ts';
import { type Contact, contactsBefore, findContacts } from '#shared/data/entities/contact/contact.ts';
import { contactIdsWith } from '#shared/data/entities/contact/contact-address.ts';
import { collect, type Table } from '#shared/data/table-client.ts';
import { contactMatcher } from '#shared/domain/contact/contact.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { mayUseResource, resourceOf } from '#shared/runtime/pipeline/resources.ts';
import { contactRecord } from './contact-record.ts';

const readable = resourceOf(routes.getContact, 'contact');

export const listContacts = operation(routes.listContacts, async ({ actor, table }, { query }) => {
  const organizationId = actor.organization.id;
  const { email, before, limit } = query;
  const matches = query.q === undefined ? () => true : contactMatcher(query.q);
  const read = new BoundedRead<Contact>(
    email === undefined
      ? contactsBefore(table, organizationId, before, query.q === undefined && actor.kind === 'org' ? limit : 500)
      : contactsWith(table, { organizationId, address: email, before }, limit),
  );
  const contacts = await collect(
    read,
    limit,
    (contact) => mayUseResource(readable, actor, contact.identityId) && matches(contact),
  );
  return replyPage({ contacts: contacts.map(contactRecord) }, read);
});

/** The contacts with an address, newest first, found by the address and not by reading all contacts. */
async function* contactsWith(
  table: Table,
  filter: { organizationId: string; address: string; before?: number },
  pageSize: number,
): AsyncGenerator<Contact> {
  for await (const ids of contactIdsWith(table, filter, pageSize)) {
    const found = await findContacts(table, filter.organizationId, ids);
    // A contact may have changed between the two reads.
    yield* found.filter((contact) => contact.emails.includes(filter.address));
  }
}
