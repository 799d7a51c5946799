import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forwardFileName, forwardOf, forwardSubject } from '#shared/domain/mail/forwarded-message.ts';
import { MAX_SUBJECT_CHARACTERS } from '#shared/domain/mail/mail-limits.ts';
import { readingOf } from '#shared/services/inbound-mail/reading-of.ts';

const ADA = { address: 'ada@example.com', name: 'Ada Lovelace' };
const BOB = { address: 'bob@example.com', name: null };
const MESSAGE = {
  from: ADA,
  to: [BOB],
  cc: [ADA, BOB],
  subject: 'Tea?',
  at: Date.UTC(2026, 10, 4, 10, 0),
  text: 'Shall we have tea [1]?\n> Now?',
};
const LINK = { id: 1, text: 'tea', url: 'https://tea.example/menu', host: 'tea.example', warnings: [] };
const FORWARD = { isAnswer: false, subject: 'Fwd: Tea?' };

test('A forwarded message has a line that says so, its header, its text and the addresses of its links', () => {
  const { text, html } = forwardOf(MESSAGE, [LINK]);
  expect(text).toBe(
    [
      '---------- Forwarded message ---------',
      'From: Ada Lovelace <ada@example.com>',
      'Date: Wed, 04 Nov 2026 10:00:00 +0000',
      'Subject: Tea?',
      'To: <bob@example.com>',
      'Cc: Ada Lovelace <ada@example.com>, <bob@example.com>',
      '',
      'Shall we have tea [1]?',
      '> Now?',
      '',
      '[1] https://tea.example/menu',
    ].join('\n'),
  );
  expect(html).toContain('&lt;ada@example.com&gt;<br>');
});

test('Many recipients are shown in part', () => {
  const { text } = forwardOf({ ...MESSAGE, to: Array.from({ length: 60 }, () => BOB) }, []);
  expect(text).toMatch(/^To: (?:<bob@example\.com>, ){50}and 10 more$/m);
});

test.each([
  ['Tea?', 'Fwd: Tea?'],
  ['Fwd: Tea?', 'Fwd: Tea?'],
  ['FW: Tea?', 'FW: Tea?'],
  ['Re: Tea?', 'Fwd: Re: Tea?'],
  ['', 'Fwd:'],
  ['a\r\nBcc: eve@example.com', 'Fwd: a Bcc: eve@example.com'],
])('The subject %j is forwarded as %j', (subject, expected) => {
  expect(forwardSubject(subject)).toBe(expected);
  expect(forwardSubject(expected)).toBe(expected);
});

test.each([
  ['Tea?', 'Tea_.eml'],
  ['../../etc/passwd', '.._.._etc_passwd.eml'],
  ['', 'message.eml'],
  [' \r\n', 'message.eml'],
])('The file of a message with the subject %j has the name %j', (subject, name) =>
  expect(forwardFileName(subject)).toBe(name),
);

const word = fc.constantFrom('Please', 'look', '5', 'ü', '用户', 'a@b.test', '<b>', '&', 'wrote:', '[1]', '> x', '---');
const note = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('wrote:', '</div>', '---', '> > a', 'From: a@b.test', '-----Original Message-----', '\r', '\0', '\n'),
);
const text = fc.array(hostile, { maxLength: 8 }).map((lines) => lines.join('\n'));
const person = fc.record({ address: fc.oneof(fc.emailAddress(), hostile), name: fc.oneof(fc.constant(null), hostile) });
const forwarded = fc.record({
  from: fc.option(person, { nil: undefined }),
  to: fc.array(person, { maxLength: 3 }),
  cc: fc.constant([]),
  subject: hostile,
  at: fc.integer({ min: 0, max: 4e12 }),
  text,
});

const wordsOf = (one: string) => one.match(/[a-z0-9]+/gi) ?? [];

test('Readers take every forwarded message for a forward, and cut nothing of it', () => {
  fc.assert(
    fc.property(note, forwarded, (above, message) => {
      const forward = forwardOf(message, []);
      const plain = `${above}\n\n${forward.text}`;
      const html = `<div>${above.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</div><br>${forward.html}`;
      const subject = forwardSubject(message.subject);
      expect(subject.length).toBeLessThanOrEqual(MAX_SUBJECT_CHARACTERS);
      for (const read of [
        readingOf(plain, null, FORWARD),
        readingOf(null, html, FORWARD),
        readingOf(plain, html, { isAnswer: true, subject: 'Re: a' }),
      ]) {
        expect(read.isForward).toBe(true);
        expect(wordsOf(read.extractedText)).toEqual(wordsOf(read.text));
        expect(wordsOf(read.text)).toEqual(expect.arrayContaining(wordsOf(above)));
      }
      const { warnings } = readingOf(plain, html, FORWARD);
      expect(warnings.filter((one) => one !== 'invisible_characters')).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
