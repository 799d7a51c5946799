import { getContact } from '#shared/contract/routes/contacts.ts';
import { BoundedRead } from '#shared/data/bounded-read.ts';
import { type Contact, contactsBefore } from '#shared/data/entities/contact/contact.ts';
import { collect } from '#shared/data/table-client.ts';
import { seenText } from '#shared/domain/safe-reading/seen-value.ts';
import { searchSnippet } from '#shared/domain/search/search-snippet.ts';
import { textMatcher } from '#shared/domain/search/text-matcher.ts';
import { type Caller, mayUseResource, resourceOf } from '#shared/runtime/pipeline/resources.ts';
import { type FoundPage, notOlder, type SearchedFor } from './found-records.ts';

/** The newest contacts of an organization that a search reads. */
const MAX_CONTACTS = 10_000;

const readable = resourceOf(getContact, 'contact');

/** Contacts by their names, companies, addresses, handles and notes: those of an agent with those of all agents. */
export async function searchContacts(
  { actor, table }: Caller,
  { expression, filters: { before, after }, identityId, limit }: SearchedFor,
): Promise<FoundPage> {
  const matches = textMatcher(expression);
  const contacts = contactsBefore(table, actor.organization.id, before, 500);
  const read = new BoundedRead<Contact>(notOlder(contacts, after), MAX_CONTACTS);
  const isWanted = ({ identityId: owner }: Contact) =>
    mayUseResource(readable, actor, owner) && (identityId === undefined || owner === null || owner === identityId);
  const found = await collect<Contact>(read, limit, (contact) => isWanted(contact) && matches(textsOf(contact)));
  const records = found.map((contact) => {
    const { id, identityId: owner, createdAt } = contact;
    const [title = '', ...others] = textsOf(contact).filter((text) => text !== '');
    const source = { subject: title, text: others.join('\n'), beginning: others[0] ?? '' };
    return { kind: 'contact' as const, id, identityId: owner, createdAt, title, ...searchSnippet(expression, source) };
  });
  return { records, continueBefore: read.continueBefore };
}

function textsOf({ displayName, company, emails, agentHandles, notes }: Contact): string[] {
  return [displayName, ...emails, ...agentHandles, company ?? '', notes ?? ''].map(seenText);
}
