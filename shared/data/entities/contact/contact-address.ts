import { firstIdAt, lastIdAt, MAX_TIME } from '#shared/domain/ids/ids.ts';
import { type Change, insert, RETRY, remove } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { keyDigest } from '../../key-digest.ts';
import { PREFIX } from '../../table.ts';
import { type Key, queryRows, type Table } from '../../table-client.ts';

/** Finds contacts by address: one row for each address of a contact, written in the same commit as the contact. */
interface ContactAddress {
  contactId: string;
  /** Set if an agent, and no person, has given the contact this address. Absent in rows of 0.3.0. */
  isByAgent?: true;
}

const decodeContactAddress = rowDecoder<ContactAddress>({ contactId: 'string', isByAgent: 'boolean?' });

interface ContactQuery {
  organizationId: string;
  address: string;
  before?: number;
  byPerson?: boolean;
}

/** The contact that has the address. */
interface ContactRef {
  id: string;
  organizationId: string;
}

const partition = (organizationId: string) => `${PREFIX.contactAddress}${organizationId}`;

/**
 * The digest of the address, and then the contact's id, so that contacts with the address are sorted as in every list.
 */
function contactAddressKey({ organizationId, id }: ContactRef, address: string): Key {
  return { pk: partition(organizationId), sk: `${keyDigest(address)}#${id}` };
}

export function insertContactAddresses(
  contact: ContactRef,
  addresses: readonly string[],
  { isByAgent }: { readonly isByAgent: boolean },
): Change[] {
  const row: ContactAddress = { contactId: contact.id, ...(isByAgent && { isByAgent }) };
  return addresses.map((address) => insert<ContactAddress>({ ...contactAddressKey(contact, address), ...row }, RETRY));
}

export function removeContactAddresses(contact: ContactRef, addresses: readonly string[]): Change[] {
  return addresses.map((address) => remove(contactAddressKey(contact, address), RETRY));
}

/**
 * The ids of contacts with a normalised address, newest first, page by page, by strongly consistent reads. `byPerson`:
 * only those to which a person has given the address.
 */
export async function* contactIdsWith(
  table: Table,
  { organizationId, address, before = MAX_TIME, byPerson = false }: ContactQuery,
  pageSize: number,
): AsyncGenerator<string[]> {
  const digest = keyDigest(address);
  const rows = queryRows(table, decodeContactAddress, {
    pk: partition(organizationId),
    from: `${digest}#${firstIdAt('contact', 0)}`,
    to: `${digest}#${lastIdAt('contact', before - 1)}`,
    newestFirst: true,
    strong: true,
    pageSize,
  });
  let page: string[] = [];
  for await (const row of rows) {
    if (byPerson && row.isByAgent === true) continue;
    page.push(row.contactId);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
