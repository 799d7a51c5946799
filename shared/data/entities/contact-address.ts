import { firstIdAt, lastIdAt, MAX_TIME } from '../../domain/ids.ts';
import { type Change, insert, RETRY, remove } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { keyDigest } from '../key-digest.ts';
import { PREFIX } from '../table.ts';
import { type Key, queryRows, type Table } from '../table-client.ts';

/** Which contacts have an address: one row for each address of a contact, written in one commit with the contact. */
interface ContactAddress {
  contactId: string;
}

const decodeContactAddress = rowDecoder<ContactAddress>({ contactId: 'string' });

interface Owner {
  id: string;
  organizationId: string;
}

const partition = (organizationId: string) => `${PREFIX.contactAddress}${organizationId}`;

/** Addresses are anybody's text, so keys hold their digest; the contact's id behind it keeps the order of every list. */

function contactAddressKey({ organizationId, id }: Owner, address: string): Key {
  return { pk: partition(organizationId), sk: `${keyDigest(address)}#${id}` };
}

export function insertContactAddresses(contact: Owner, addresses: readonly string[]): Change[] {
  return addresses.map((address) =>
    insert<ContactAddress>({ ...contactAddressKey(contact, address), contactId: contact.id }, RETRY),
  );
}

export function removeContactAddresses(contact: Owner, addresses: readonly string[]): Change[] {
  return addresses.map((address) => remove(contactAddressKey(contact, address), RETRY));
}

/** Ids of the contacts with an address (normalised), newest first, strongly read, some at a time. */
export async function* contactIdsWith(
  table: Table,
  { organizationId, address, before = MAX_TIME }: { organizationId: string; address: string; before?: number },
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
    page.push(row.contactId);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
