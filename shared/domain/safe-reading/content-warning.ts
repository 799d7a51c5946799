/**
 * The warnings about a message, each with a sentence for the reader. The order is that of the field `content_warnings`.
 *
 * See: docs/safe-reading.md.
 */
export const CONTENT_WARNINGS = {
  hidden_text:
    'The HTML contains text that a person would not see. It is omitted from the texts, and is in `hidden_text`.',
  preheader:
    'The HTML starts with a preview text that mail programs show only in message lists. It is in `hidden_text`.',
  doubtful_text:
    'The HTML contains text with a style that the service does not understand. It is omitted from the texts, and is in `hidden_text`.',
  invisible_characters: 'Invisible characters were removed from the texts, the subject or a name.',
  alternatives_differ: 'The plain text says something that the HTML does not show. The texts are those of the HTML.',
  text_from_plain_part:
    'The HTML shows nothing but pictures. The texts are those of the plain part, which people may not see.',
  link_text_differs: 'The text of a link names a different site than its target.',
  reply_to_differs: 'Replies would go to a different domain than the author’s.',
  name_is_address: 'The author’s name looks like an email address other than theirs.',
  lookalike_domain: 'An author’s domain looks like a domain that the organization knows, but is a different one.',
  first_contact: 'There was no earlier message from or to an author’s address.',
  several_authors: 'The message names several authors.',
  not_verified: 'The author’s address is not verified.',
  joined_thread: 'An author was neither author nor recipient of an earlier message in the thread.',
  quoted_text_unknown: 'The message quotes text that is in no earlier message of the thread.',
} as const;

export type ContentWarning = keyof typeof CONTENT_WARNINGS;

/** The warnings in the order of the list, each once. */
export function sortedWarnings(found: Iterable<ContentWarning>): ContentWarning[] {
  const set = new Set(found);
  return (Object.keys(CONTENT_WARNINGS) as ContentWarning[]).filter((warning) => set.has(warning));
}
