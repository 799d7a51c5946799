import type { z } from 'zod';
import type { contactSchema } from '#shared/contract/schemas/contact.ts';
import { isPlainAddress } from './mail-record.ts';
import { pageResult } from './page-result.ts';
import type { ResultRecord, ToolResult } from './result-record.ts';
import { toolResult } from './tool-result.ts';
import { manyLines, oneLine, UntrustedContent } from './untrusted.ts';

type Contact = z.output<typeof contactSchema>;

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
  const unusual = emails.filter((email) => !isPlainAddress(email));
  const lines = [
    `Name: ${oneLine(display_name)}`,
    ...(company === null ? [] : [`Company: ${oneLine(company)}`]),
    ...(unusual.length === 0 ? [] : [`Email: ${unusual.map(oneLine).join(', ')}`]),
    ...(notes === null ? [] : [manyLines(notes)]),
  ];
  return {
    contact_id: id,
    emails: emails.filter(isPlainAddress),
    agent_handles,
    source,
    is_shared: identity_id === null ? true : undefined,
    content: new UntrustedContent(lines.join('\n')),
  };
}
