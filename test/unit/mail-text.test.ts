import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMailAddress, mailboxAddressOf } from '#shared/domain/mail/address.ts';
import { messageIds, referencedMessageIds } from '#shared/domain/mail/references.ts';
import { snippetOf } from '#shared/domain/mail/snippet.ts';
import { textOfHtml } from '#shared/domain/safe-reading/text-of-html.ts';
import { sizeOf } from '#testing/test-size.ts';

describe('mail addresses', () => {
  test.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['ada+news@example.com', 'ada@example.com'],
    ['ADA+a+b@example.com', 'ada@example.com'],
    ['+ada@example.com', '+ada@example.com'],
    ['ada@example.com ', 'ada@example.com'],
    ['ada@exa+mple.com', 'ada@exa+mple.com'],
    ['no-address', 'no-address'],
  ])('Mail to %j goes to the mailbox %j', (recipient, address) => {
    expect(mailboxAddressOf(recipient)).toBe(address);
  });

  test('Normalising an address twice has the same result as once', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'grapheme' })), (text) => {
        expect(mailboxAddressOf(mailboxAddressOf(text))).toBe(mailboxAddressOf(text));
      }),
    );
  });

  test.each(['a@b', 'ada@example.com', "o'hara+x@sub.example.com", `${'a'.repeat(64)}@example.com`])(
    '%s is a mail address',
    (text) => {
      expect(isMailAddress(text)).toBe(true);
    },
  );

  test.each([
    ...['', '@', 'a@', '@b', 'a b@c.d', 'a@b c', 'a@@b', '.a@b', 'a.@b', 'a..b@c', 'a@-b', 'a@b-', 'a@b..c', 'a@.b'],
    ...['a@b\r\nBcc: c@d', 'a@b\n', 'a\0@b', '"a b"@c.d', 'a@[127.0.0.1]', 'ä@b.c', 'a@ü.de', '<a@b.c>', 'a@b.c,d@e.f'],
    ...[`${'a'.repeat(65)}@b.c`, `a@${'b'.repeat(64)}.c`, `a@${'b.'.repeat(130)}c`],
  ])('%j is not a mail address', (text) => {
    expect(isMailAddress(text)).toBe(false);
  });
});

describe('references', () => {
  test('Message ids are found in their order with their brackets, whatever is between them', () => {
    expect(messageIds('<a@x>\r\n\t<b@x> (comment) junk<c@x>')).toEqual(['<a@x>', '<b@x>', '<c@x>']);
    expect(messageIds(undefined)).toEqual([]);
    expect(messageIds('no id, < not@one>, <>, <a<b@x>')).toEqual(['<b@x>']);
  });

  test('The ids that an email replies to are sorted nearest first, without duplicates', () => {
    expect(referencedMessageIds('<c@x>', '<a@x> <b@x> <c@x>')).toEqual(['<c@x>', '<b@x>', '<a@x>']);
    expect(referencedMessageIds(null, '<a@x> <b@x>')).toEqual(['<b@x>', '<a@x>']);
    expect(referencedMessageIds(undefined, undefined)).toEqual([]);
  });

  test('Of very many references, the nearest ones and the first one are used', () => {
    const all = Array.from({ length: 5000 }, (_, index) => `<${index}@x>`);
    const followed = referencedMessageIds(null, all.join(' '));
    expect(followed).toHaveLength(20);
    expect(followed.slice(0, 2)).toEqual(['<4999@x>', '<4998@x>']);
    expect(followed.at(-1)).toBe('<0@x>');
  });
});

describe('snippets', () => {
  test('A snippet is one line of at most 200 characters of well-formed Unicode', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.lorem({ maxCount: 200 }));
    fc.assert(
      fc.property(text, fc.nat(5000), (given, spaces) => {
        const snippet = snippetOf(`${' '.repeat(spaces)}${given.toWellFormed()}`);
        expect(Array.from(snippet).length).toBeLessThanOrEqual(200);
        expect(snippet).toBe(snippet.trim());
        expect(snippet).not.toMatch(/[\r\n\t]/);
        expect(snippet.isWellFormed()).toBe(true);
      }),
      { numRuns: sizeOf({ quick: 20, usual: 100 }) },
    );
  });

  test('A snippet never contains half a character', () => {
    expect(snippetOf(`${' '.repeat(3999)}😀 hello`).isWellFormed()).toBe(true);
    expect(snippetOf('😀'.repeat(300))).toBe(`${'😀'.repeat(199)}…`);
    expect(snippetOf('x'.repeat(200))).toBe('x'.repeat(200));
  });
});

test('Only the beginning of a huge HTML body is read', () => {
  const text = textOfHtml(`${'word '.repeat(99_000)}<p>near</p>${'word '.repeat(10_000)}<p>far</p>`);
  expect([text.includes('near'), text.includes('far')]).toEqual([true, false]);
});
