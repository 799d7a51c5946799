/** How a contact came to be known. See: docs/contract/contacts.md#contacts. */
export const CONTACT_SOURCES = ['manual', 'mail', 'a2a'] as const;

export type ContactSource = (typeof CONTACT_SOURCES)[number];

/** What a search looks through. */
export interface SearchableContact {
  displayName: string;
  emails: readonly string[];
  agentHandles: readonly string[];
  company: string | null;
}

/** Whether a contact's name, company, an address or a handle contains the text, in whatever case and spelling. */
export function contactMatcher(text: string): (contact: SearchableContact) => boolean {
  const wanted = comparable(text);
  return ({ displayName, emails, agentHandles, company }) =>
    [displayName, company ?? '', ...emails, ...agentHandles].some((field) => comparable(field).includes(wanted));
}

/** Compatibility forms and cases are one. Upper case first: `ß` and `SS` differ in lower case only. */
function comparable(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase();
}
