import type { ContactSource } from '#shared/domain/contact/contact.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import { type Change, insert, removeVersion, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { newestFirst } from '../../record-list.ts';
import { storedPairs } from '../../stored-pairs.ts';
import { PREFIX } from '../../table.ts';
import { getRow, getRows, type Key, type Table } from '../../table-client.ts';
import { insertContactAddresses, removeContactAddresses } from './contact-address.ts';

/**
 * A correspondent that an identity, or the whole organization, has on record. See: docs/contract/contacts.md#contacts.
 */
export interface Contact {
  id: string;
  organizationId: string;
  /** The identity that the contact belongs to; null if all identities of the organization share it. */
  identityId: string | null;
  displayName: string;
  /** Normalised, without duplicates. */
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
  emails: 'array',
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

/** The bytes of a contact that count as stored content. */
export function contactBytes(contact: Contact): number {
  return Buffer.byteLength(JSON.stringify(contact));
}

/** Who gives a contact its addresses: an agent, or else a person or a program of theirs. */
interface ContactWriter {
  readonly isByAgent: boolean;
}

/** A new contact, and the rows that find it by its addresses. */
export function insertContact(contact: Contact, writer: ContactWriter): Change[] {
  return [insert(rowOf(contact)), ...insertContactAddresses(contact, contact.emails, writer)];
}

/** Replaces a contact, and writes the address rows that differ. `version` must be one more than was read. */
export function replaceContact(before: Contact, after: Contact, writer: ContactWriter): Change[] {
  const [oldAddresses, newAddresses] = [new Set(before.emails), new Set(after.emails)];
  return [
    replaceVersion(rowOf(after)),
    ...insertContactAddresses(
      after,
      after.emails.filter((address) => !oldAddresses.has(address)),
      writer,
    ),
    ...removeContactAddresses(
      before,
      before.emails.filter((address) => !newAddresses.has(address)),
    ),
  ];
}

/**
 * Removes a contact if it has not changed since it was read. Otherwise a row of a new address would remain without one.
 */
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
