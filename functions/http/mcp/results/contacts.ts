import type { z } from 'zod';
import type { contactSchema } from '#shared/contract/schemas/contact.ts';
import { isMailAddress } from '#shared/domain/mail/address.ts';
import { pageResult } from './page-result.ts';
import type { ResultRecord, ToolResult } from './result-record.ts';
import { toolResult } from './tool-result.ts';
import { manyLines, oneLine, UntrustedContent } from './untrusted.ts';

type Contact = z.output<typeof contactSchema>;

/** Characters of an address that is a field. Longer ones have room for sentences. */
const MAX_ADDRESS = 64;

/** Whether an address hides no text: a dot-atom and the name of a host. */
function isPlainAddress(address: string): boolean {
  return address.length <= MAX_ADDRESS && isMailAddress(address);
}

const CUT = 'The rest of this contact is omitted, because it is too long for a result.';

/** A contact that was saved, with what its tool says about that. */
export function contactResult(contact: Contact, more: ResultRecord = {}): ToolResult {
  return toolResult({ ...contactItem(contact), ...more });
}

/** A page of contacts. */
export function contactsResult(contacts: readonly Contact[], nextCursor: string | undefined): ToolResult {
  return pageResult({ noun: 'contacts', rows: contacts, recordOf: contactItem, nextCursor, cut: CUT });
}

/** The service makes contacts from email too, so their names are words of others. */
function contactItem(contact: Contact): ResultRecord {
  const { id, display_name, company, notes, source, identity_id, emails, agent_handles } = contact;
  // Strangers have chosen the addresses of a contact that the service made.
  const own = emails.filter((email) => source === 'manual' && isPlainAddress(email));
  const others = emails.filter((email) => !own.includes(email));
  const lines = [
    `Name: ${oneLine(display_name)}`,
    ...(company === null ? [] : [`Company: ${oneLine(company)}`]),
    ...(others.length === 0 ? [] : [`Email: ${others.map(oneLine).join(', ')}`]),
    ...(notes === null ? [] : [manyLines(notes)]),
  ];
  return {
    contact_id: id,
    emails: own,
    agent_handles,
    source,
    is_shared: identity_id === null ? true : undefined,
    content: new UntrustedContent(lines.join('\n')),
  };
}
