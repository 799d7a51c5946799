/** The labels of codes that would read badly or mislead as plain words. */
const LABELS: Readonly<Record<string, string>> = {
  a2a: 'A2A',
  alternatives_differ: 'Plain text differs from HTML',
  auth_required: 'Authorization required',
  dead_letter: 'Failed for good',
  dkim: 'DKIM',
  dmarc: 'DMARC',
  doubtful_text: 'Text that may be hidden',
  fail: 'Failed',
  first_contact: 'First message from this sender',
  gray: 'Not checked',
  joined_thread: 'Sender is new to the thread',
  link_text_differs: 'Link text names another site',
  mail_from: 'MAIL FROM',
  mx: 'MX',
  name_is_address: 'Sender name looks like another address',
  none: 'No result',
  not_verified: 'Sender not verified',
  pass: 'Passed',
  preheader: 'Preview text hidden in the message',
  quoted_text_unknown: 'Quoted text is not in the thread',
  reply_to_differs: 'Replies go to another domain',
  several_authors: 'Several senders',
  spf: 'SPF',
  text_from_plain_part: 'Text from the plain part',
};

/**
 * A code of the API as people read it: `dead_letter` is “Failed for good”, and `input_required`, which has no label of
 * its own, “Input required”.
 */
export function labelOf(code: string): string {
  const words = code.replaceAll('_', ' ');
  return Object.hasOwn(LABELS, code) ? (LABELS[code] ?? words) : words.charAt(0).toUpperCase() + words.slice(1);
}
