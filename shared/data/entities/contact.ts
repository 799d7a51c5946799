import type { ContactSource } from '../../domain/contact.ts';
import { isId } from '../../domain/ids.ts';
import { type Change, insert, removeVersion, replaceVersion } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { newestFirst } from '../record-list.ts';
import { storedPairs } from '../stored-pairs.ts';
import { PREFIX } from '../table.ts';
import { getRow, getRows, type Key, type Table } from '../table-client.ts';
import { insertContactAddresses, removeContactAddresses } from './contact-address.ts';

/** Somebody an agent, or the whole organization, knows. See: docs/contract/contacts.md#contacts. */
export interface Contact {
  id: string;
  organizationId: string;
  /** The agent whose contact it is; null: shared by all agents of the organization. */
  identityId: string | null;
  displayName: string;
  /** Normalised, each once. */
  emails: string[];
  agentHandles: string[];
  company: string | null;
  notes: string | null;
  metadata: Record<string, string>;
  source: ContactSource;
  createdAt: number;
  updatedAt: number;
  version: number;
}

const decodeContact = rowDecoder<Contact>({
  id: 'string',
  organizationId: 'string',
  emails: 'object',
  metadata: 'object',
  createdAt: 'number',
  version: 'number',
});

function partition(organizationId: string): string {
  return `${PREFIX.contact}${organizationId}`;
}

function contactKey(organizationId: string, id: string): Key {
  return { pk: partition(organizationId), sk: id };
}

const rowOf = (contact: Contact) => ({
  ...contactKey(contact.organizationId, contact.id),
  ...contact,
  metadata: storedPairs(contact.metadata),
});

/** The contact, and a row for each address by which it is found. */
export function insertContact(contact: Contact): Change[] {
  return [insert(rowOf(contact)), ...insertContactAddresses(contact, contact.emails)];
}

/** The contact as it is to be, `version` one more than what was read; only the addresses that came or went are written. */
export function replaceContact(before: Contact, after: Contact): Change[] {
  const [had, has] = [new Set(before.emails), new Set(after.emails)];
  return [
    replaceVersion(rowOf(after)),
    ...insertContactAddresses(
      after,
      after.emails.filter((address) => !had.has(address)),
    ),
    ...removeContactAddresses(
      before,
      before.emails.filter((address) => !has.has(address)),
    ),
  ];
}

/** Only as it was read: else an address that was added meanwhile would go on leading to nobody. */
export function removeContact(contact: Contact): Change[] {
  return [removeVersion(rowOf(contact)), ...removeContactAddresses(contact, contact.emails)];
}

export async function findContact(table: Table, organizationId: string, id: string): Promise<Contact | undefined> {
  if (!isId('contact', id)) return undefined;
  return getRow(table, decodeContact, contactKey(organizationId, id), { strong: true });
}

/** Contacts by id, newest first. */
export async function findContacts(table: Table, organizationId: string, ids: readonly string[]): Promise<Contact[]> {
  const keys = ids.map((id) => contactKey(organizationId, id));
  const found = await getRows(table, decodeContact, keys, { strong: true });
  return found.sort((a, b) => (a.id < b.id ? 1 : -1));
}

export function contactsBefore(table: Table, organizationId: string, before: number | undefined, pageSize: number) {
  return newestFirst(table, decodeContact, { pk: partition(organizationId), kind: 'contact' }, before, pageSize);
}
