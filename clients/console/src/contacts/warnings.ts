/** The content warnings that a rule can match. */
export const WARNINGS = [
  'hidden_text',
  'preheader',
  'doubtful_text',
  'invisible_characters',
  'alternatives_differ',
  'text_from_plain_part',
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
