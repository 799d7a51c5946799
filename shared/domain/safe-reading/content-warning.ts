/**
 * What may be odd about a message, with a sentence for the reader of each. The order is that of the field
 * `content_warnings`.
 *
 * See: docs/safe-reading.md.
 */
export const CONTENT_WARNINGS = {
  hidden_text: 'The HTML has text that no person would see. It is left out of the texts, and is in `hidden_text`.',
  preheader: 'The HTML begins with a short text that programs show only in lists of messages. It is in `hidden_text`.',
  invisible_characters: 'Characters that no person sees were removed from the texts, the subject or a name.',
  alternatives_differ: 'The plain text says something that the HTML does not show. The texts are those of the HTML.',
  link_text_differs: 'The text of a link names another site than the link leads to.',
  reply_to_differs: 'Replies would go to another domain than that of the author.',
  name_is_address: 'The name of the author looks like another email address than theirs.',
  lookalike_domain: 'The domain of an author looks like one that the organization knows, and is another.',
  first_contact: 'There was no earlier message from or to the address of an author.',
  several_authors: 'The message names several authors.',
  not_verified: 'It is not proven that the author’s address is theirs.',
  joined_thread: 'An author was neither author nor recipient of an earlier message of the thread.',
  quoted_text_unknown: 'The message quotes a text that no earlier message of the thread has.',
} as const;

export type ContentWarning = keyof typeof CONTENT_WARNINGS;

/** The warnings in the order of the list, each once. */
export function sortedWarnings(found: Iterable<ContentWarning>): ContentWarning[] {
  const set = new Set(found);
  return (Object.keys(CONTENT_WARNINGS) as ContentWarning[]).filter((warning) => set.has(warning));
}
