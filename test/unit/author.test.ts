import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMailAddress } from '#shared/domain/mail/address.ts';
import { isSoleAuthor, MAX_FROM_CHARACTERS } from '#shared/domain/mail/author.ts';

const ADA = 'ada@example.com';

describe('the author of an email', () => {
  test.each([
    'ada@example.com',
    '<ada@example.com>',
    'Ada <Ada@Example.com>',
    '"eve@example.net, or not" <ada@example.com>',
    'Ada (of eve@example.net) <ada@example.com>',
    'ada@example.com <ada@example.com>',
    '=?utf-8?q?eve=40example.net?= <ada@example.com>',
  ])('The one author of a mail is known from the From field %s', (field) =>
    expect(isSoleAuthor(ADA, [field])).toBe(true),
  );

  test.each([
    ['two addresses', ['ada@example.com, eve@example.net']],
    ['a group', ['All: ada@example.com, eve@example.net;']],
    ['two fields', ['ada@example.com', 'eve@example.net']],
    ['twice the same field', ['ada@example.com', 'ada@example.com']],
    ['no field', []],
    ['an address for a name', ['eve@example.net <ada@example.com>']],
    ['two addresses in brackets', ['<ada@example.com> <eve@example.net>']],
    ['quotes within comments', ['(") <eve@example.net> (") <ada@example.com>']],
    ['a quote that does not end', ['"Ada <ada@example.com>']],
    ['another address than was read', ['eve@example.net']],
  ])('The author of a mail is not known from a From field with %s', (_, fields) =>
    expect(isSoleAuthor(ADA, fields)).toBe(false),
  );

  test('An author has an address that mail can be sent to', () => {
    const odd = 'ada@example.com x@example.net';
    expect(isSoleAuthor(odd, [`"${odd}"`])).toBe(false);
  });

  test('A From field of more than 8,192 characters never has a verified author', () => {
    const named = (length: number) => `${'a'.repeat(length - ADA.length - 3)} <${ADA}>`;
    expect(isSoleAuthor(ADA, [named(MAX_FROM_CHARACTERS)])).toBe(true);
    expect(isSoleAuthor(ADA, [named(MAX_FROM_CHARACTERS + 1)])).toBe(false);
  });
});

describe('the bounded expressions', () => {
  /** The same check by simpler expressions, which take quadratic time. */
  function isOnlyAuthorSlowly(address: string, field: string): boolean {
    if (!isMailAddress(address)) return false;
    const plain = field.replace(/"(?:[^"\\]|\\.)*"|\((?:[^()\\]|\\.)*\)/g, ' ');
    if (/["()]/.test(plain)) return false;
    const found = plain.match(/[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+/g) ?? [];
    const named = new Set(found.map((one) => one.toLowerCase()));
    return named.size === 1 && named.has(address.toLowerCase());
  }

  test('The linear expressions give the same result as the simple, quadratic ones for every From field', () => {
    const word = fc.constantFrom(
      ...[
        ADA,
        'eve@example.net',
        'ada',
        '@',
        '"',
        '\\',
        '(',
        ')',
        '<',
        '>',
        ',',
        ';',
        ':',
        ' ',
        '\n',
        '[',
        ']',
        'é',
        '=',
      ],
    );
    const field = fc.oneof(
      fc.array(word, { maxLength: 12 }).map((words) => words.join('')),
      fc.string({ maxLength: 40 }),
    );
    fc.assert(
      fc.property(field, (text) => {
        expect(isSoleAuthor(ADA, [text])).toBe(isOnlyAuthorSlowly(ADA, text));
      }),
      { numRuns: 20_000 },
    );
  });
});
