import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownPerson, withBlock, withoutLinkNumbers } from '#shared/domain/mail/quotable-message.ts';
import { quotationOf } from '#shared/domain/mail/quoted-message.ts';
import { readingOf } from '#shared/services/inbound-mail/reading-of.ts';

const ADA = { address: 'ada@example.com', name: 'Ada Lovelace' };
const MESSAGE = {
  from: ADA,
  to: [],
  cc: [],
  subject: 'Tea?',
  at: Date.UTC(2026, 10, 4, 10, 0),
  text: 'Shall we?\n\n> Tea?\n  at <five> & "six"',
};
const ANSWER = { isAnswer: true, subject: 'Re: Tea?' };

test('A quotation says who wrote when, and marks the lines', () => {
  const { text, html } = quotationOf(MESSAGE);
  expect(text).toBe(
    'On Wed, 4 Nov 2026 at 10:00 UTC, Ada Lovelace <ada@example.com> wrote:\n' +
      '> Shall we?\n>\n>> Tea?\n>   at <five> & "six"',
  );
  expect(html).toContain('<blockquote type="cite"');
  expect(html).toContain('Shall we?<br>\n<br>\n&gt; Tea?<br>\n&nbsp;&nbsp;at &lt;five&gt; &amp; &quot;six&quot;');
});

test('A long message is quoted in part, and the quotation says so', () => {
  const { text } = quotationOf({ ...MESSAGE, text: 'word\n'.repeat(50_000) });
  expect(text.length).toBeLessThan(200_000);
  expect(text.endsWith('> […]')).toBe(true);
});

test.each([
  [ADA, 'Ada Lovelace <ada@example.com>'],
  [{ ...ADA, name: null }, '<ada@example.com>'],
  [{ ...ADA, name: 'Eve <eve@bank.example> wrote:\n>' }, '<ada@example.com>'],
  [{ address: 'no address', name: 'Ada' }, 'Ada'],
  [{ address: '', name: 'On Monday, eve@bank.example wrote:' }, 'Unknown'],
  [undefined, 'Unknown'],
])('The person %j is shown as %j', (person, shown) => expect(shownPerson(person)).toBe(shown));

/** Lines that an author may write in a reply; not those that look like another message. */
const word = fc.constantFrom(
  'Yes',
  'no',
  'tea',
  '5',
  'ü',
  '用户',
  'at 10:00',
  'a@b.test',
  '<b>',
  '&',
  'wrote',
  '[1]',
  '--x',
);
const paragraph = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
const written = fc.array(paragraph, { minLength: 1, maxLength: 5 }).map((lines) => lines.join('\n\n'));
/** Everything that a stranger may write. */
const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    'wrote:',
    '</blockquote>',
    '---',
    '> > a',
    'From: a@b.test',
    '-----Original Message-----',
    '\r',
    '\0',
  ),
);
const quoted = fc.array(hostile, { maxLength: 8 }).map((lines) => lines.join('\n'));
const person = fc.oneof(
  fc.constant(undefined),
  fc.record({ address: fc.oneof(fc.emailAddress(), hostile), name: fc.oneof(fc.constant(null), hostile) }),
);

const spaced = (text: string) => text.replace(/\s+/g, ' ').trim();
const asHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .split('\n\n')
    .map((one) => `<p>${one}</p>`)
    .join('');

test('Of a reply with a quotation, readers get the words of its author and nothing else', () => {
  fc.assert(
    fc.property(written, quoted, person, fc.boolean(), (own, text, from, hasEnd) => {
      const quotation = quotationOf({ ...MESSAGE, from, text });
      const plain = `${own}\n\n${quotation.text}`;
      const html = withBlock(hasEnd ? `<html><body>${asHtml(own)}</body></html>` : asHtml(own), quotation.html);
      expect(spaced(readingOf(plain, null, ANSWER).extractedText)).toBe(spaced(own));
      expect(spaced(readingOf(null, html, ANSWER).extractedText)).toBe(spaced(own));
      const both = readingOf(plain, html, ANSWER);
      expect(spaced(both.extractedText)).toBe(spaced(own));
      expect(both.warnings.filter((one) => one !== 'invisible_characters')).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('A block is put into the body of an HTML document, or behind a part of one', () => {
  expect(withBlock('<p>a</p>', 'B')).toBe('<p>a</p><br>\nB\n');
  expect(withBlock('<html><body>a</BODY >\n</html>\n', 'B')).toBe('<html><body>a<br>\nB\n</BODY >\n</html>\n');
  expect(withBlock('</body> a', 'B')).toBe('</body> a<br>\nB\n');
  expect(withBlock(`${'x'.repeat(500)}</body>`, 'B')).toBe(`${'x'.repeat(500)}<br>\nB\n</body>`);
});

test('Only the numbers of links are removed from a text', () => {
  const link = { id: 1, text: 'Confirm', url: 'https://a.test', host: 'a.test', warnings: [] };
  expect(withoutLinkNumbers('Confirm [1] the item [1] of [2]', [link])).toBe('Confirm the item [1] of [2]');
});
