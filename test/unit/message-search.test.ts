import { expect, test } from 'vitest';
import { messageMatcher } from '#shared/domain/mail/message-search.ts';

const MESSAGE = {
  subject: 'Rückfrage zur Straße 7',
  from: [{ address: 'ada@example.com', name: 'Ada Lovelace' }],
  to: [{ address: 'support@agents.test', name: null }],
  cc: [],
  bcc: [{ address: 'hidden@example.org', name: null }],
  replyTo: [{ address: 'replies@example.net', name: null }],
};

test.each([
  ['rückfrage', true],
  ['STRASSE', true],
  ['ada support', true],
  ['  lovelace   7 ', true],
  ['hidden@example.org', true],
  ['replies', true],
  ['ada charles', false],
  ['adasupport', false],
  ['com support', true],
])('The words %j match a message: %s', (query, expected) => {
  expect(messageMatcher(query)(MESSAGE)).toBe(expected);
});
