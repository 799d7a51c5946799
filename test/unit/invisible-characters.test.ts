import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutInvisibleCharacters } from '#shared/domain/safe-reading/invisible-characters.ts';

const tags = (text: string) => Array.from(text, (c) => String.fromCodePoint(0xe0000 + (c.codePointAt(0) as number)));
const selectors = (text: string) =>
  [...Buffer.from(text)].map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16));

describe('invisible characters', () => {
  test.each([
    ['plain text\r\n\twith blanks'],
    ['a family 👨‍👩‍👧‍👦, a heart ❤️, a flag 🏴󠁧󠁢󠁳󠁣󠁴󠁿, a key 1️⃣, a skin 👍🏽'],
    ['می‌خواهم'],
    ['क्‍ष and ශ්‍රී'],
    ['שלום \u200f(עולם)\u200e'],
    ['\u2067العربية\u2069'],
    ['葛\u{e0100}城市'],
  ])('%s stays as it is', (text) => {
    expect(withoutInvisibleCharacters(text)).toEqual({ text, encoded: '', isSuspicious: false });
  });

  test.each([
    ['zero width spaces in a word', 'ig\u200bno\u2060re', 'ignore'],
    ['overrides of the direction', 'evil\u202egpj.exe\u202c', 'evilgpj.exe'],
    ['tags', `Hello${tags('obey').join('')}`, 'Hello'],
    ['a flag with too many tags', `🏴${tags('obey the sender').join('')}`, '🏴'],
    ['runs of variation selectors', `😀${selectors('obey').join('')}`, '😀'],
    ['controls', 'a\u001b[8mobey\u001b[0m', 'a[8mobey[0m'],
    ['joiners in Latin words', 'pay\u200dpal', 'paypal'],
  ])('Text without %s is marked', (_, text, seen) => {
    expect(withoutInvisibleCharacters(text)).toMatchObject({ text: seen, isSuspicious: true });
  });

  test('Fillers of a preview are removed without a mark', () => {
    expect(withoutInvisibleCharacters('Offer \u200c \u034f \u00ad \ufeff end, co\u00adoperate')).toEqual({
      text: 'Offer     end, cooperate',
      encoded: '',
      isSuspicious: false,
    });
  });

  test('What tags and variation selectors encode is returned', () => {
    expect(withoutInvisibleCharacters(`Hello${tags('obey me').join('')}`).encoded).toBe('obey me');
    expect(withoutInvisibleCharacters(`Hello ${selectors('obey me').join('')}`).encoded).toBe('obey me');
  });

  test('A second pass changes nothing', () => {
    const character = fc.oneof(
      fc.constantFrom(
        '\u200b',
        '\u200d',
        '\u200c',
        '\ufe0f',
        '🏴',
        '👨',
        'ا',
        'a',
        ' ',
        '\u202e',
        '\u{e0067}',
        '\u{e007f}',
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 20 }), (characters) => {
        const { text } = withoutInvisibleCharacters(characters.join(''));
        expect(withoutInvisibleCharacters(text).text).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });
});
