import { comparableText } from '../text/comparable-text.ts';

/** What created a contact. See: docs/contract/contacts.md#contacts. */
export const CONTACT_SOURCES = ['manual', 'mail', 'a2a'] as const;

export type ContactSource = (typeof CONTACT_SOURCES)[number];

/** The fields of a contact that a search covers. */
export interface SearchableContact {
  displayName: string;
  emails: readonly string[];
  agentHandles: readonly string[];
  company: string | null;
}

/**
 * Whether a contact's name, company, addresses or handles contain the text, regardless of case and compatibility form.
 */
export function contactMatcher(text: string): (contact: SearchableContact) => boolean {
  const wanted = comparableText(text);
  return ({ displayName, emails, agentHandles, company }) =>
    [displayName, company ?? '', ...emails, ...agentHandles].some((field) => comparableText(field).includes(wanted));
}
