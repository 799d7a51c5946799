/** The content warnings that a rule can match. */
export const WARNINGS = [
  'hidden_text',
  'preheader',
  'invisible_characters',
  'alternatives_differ',
  'link_text_differs',
  'reply_to_differs',
  'name_is_address',
  'lookalike_domain',
  'first_contact',
  'several_authors',
  'not_verified',
  'joined_thread',
  'quoted_text_unknown',
] as const;
