import { describe, expect, it } from 'vitest';
import { isOnlyAuthor } from '../../shared/domain/mail/author.ts';

const ADA = 'ada@example.com';

describe('the one author of a mail', () => {
  it.each([
    'ada@example.com',
    '<ada@example.com>',
    'Ada <Ada@Example.com>',
    '"eve@example.net, or not" <ada@example.com>',
    'Ada (of eve@example.net) <ada@example.com>',
    'ada@example.com <ada@example.com>',
    '=?utf-8?q?eve=40example.net?= <ada@example.com>',
  ])('is named by %s', (field) => expect(isOnlyAuthor(ADA, [field])).toBe(true));

  it.each([
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
  ])('is not named by %s', (_, fields) => expect(isOnlyAuthor(ADA, fields)).toBe(false));

  it('has an address that mail can be sent to', () => {
    const odd = 'ada@example.com x@example.net';
    expect(isOnlyAuthor(odd, [`"${odd}"`])).toBe(false);
  });
});
