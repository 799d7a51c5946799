import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkFreeName } from '#shared/domain/mail/link-free-name.ts';

describe('a name in the text of an email', () => {
  test.each([
    ['Example Works', '“Example Works”'],
    ['Müller & Söhne GmbH', '“Müller & Söhne GmbH”'],
    ['Lamps Inc.', '“Lamps Inc.”'],
    ["O'Neil, Ltd. (2024)", "“O'Neil, Ltd. (2024)”"],
    ['東京ランプ', '“東京ランプ”'],
  ])('The name %s is shown unchanged in quotes', (name, shown) => {
    expect(linkFreeName(name)).toBe(shown);
  });

  test.each([
    ['Pay now at https://evil.example', '“Pay now at”'],
    ['Pay now at http://192.0.2.1/x', '“Pay now at”'],
    ['go to evil.example', '“go to”'],
    ['go to evil.example/login?x=1', '“go to”'],
    ['go to (www.evil)', '“go to”'],
    ['write to pay@evil.example', '“write to”'],
    ['mailto:pay now', '“now”'],
    ['tel:+1 now', '“now”'],
    ['open \\\\evil\\share', '“open”'],
    ['evil．example pays', '“pays”'],
    ['evil。example pays', '“pays”'],
    ['evil｡example pays', '“pays”'],
    ['evil․example pays', '“pays”'],
    ['пример.рф pays', '“pays”'],
    ['evil\u200b.\u2060example pays', '“pays”'],
    ['evil.exam\u00adple pays', '“pays”'],
    ['call +1 (900) 555-0199 now', '“call now”'],
    ['987654 is your code', '“is your code”'],
  ])('The name %j is shown without anything that a mail client turns into a link', (name, shown) => {
    expect(linkFreeName(name)).toBe(shown);
  });

  test.each(['https://evil.example', '...', '\u202e', '', '   '])('Nothing remains of the name %j', (name) => {
    expect(linkFreeName(name)).toBe('your organization');
  });

  test('A name is shown without control, invisible and direction characters, and with single spaces', () => {
    expect(linkFreeName('a\r\nBcc:  x\tb\u0085c\u2028d\u202ee\u200bf\u0000g')).toBe('“a Bcc: x b c def g”');
  });

  test('A long name is truncated, so that it cannot contain a message', () => {
    expect(linkFreeName('word '.repeat(40)).length).toBeLessThanOrEqual(62);
    expect(linkFreeName('😀'.repeat(200))).not.toContain('\ufffd');
  });

  test('No name is shown with anything that looks like an address, a scheme or a domain', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'https://',
        'www.',
        'evil',
        '.',
        '。',
        '．',
        '@',
        ':',
        '/',
        '\\',
        '\u200b',
        '\u202e',
        '\n',
        ' ',
        '1',
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const shown = linkFreeName(pieces.join('')).replace(/^“(.*)”$/u, '$1');
        expect(shown).not.toMatch(/[.。][\p{L}\p{N}]|@|:\S|\/\/|\\/u);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(shown).not.toMatch(/\p{Nd}{6}/u);
      }),
      { numRuns: 2000 },
    );
  });
});
