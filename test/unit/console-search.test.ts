import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markedParts } from '#clients/console/src/search/marked-parts.ts';

const marked = (text: string, highlights: readonly string[]) =>
  markedParts(text, highlights)
    .map(({ text: part, isFound }) => (isFound ? `[${part}]` : part))
    .join('');

test.each([
  ['The lamp and a lampshade', ['lamp'], 'The [lamp] and a lampshade'],
  ['Lamp, lamp', ['Lamp', 'lamp'], '[Lamp], [lamp]'],
  ['green lamp', ['green', 'green lamp'], '[green lamp]'],
  ['東京都の電車', ['京都'], '東[京都]の電車'],
  ['a+b (a+b)', ['a+b'], '[a+b] ([a+b])'],
  ['nothing', [], 'nothing'],
  ['nothing', [''], 'nothing'],
  ['', ['x'], ''],
])('In %j, %j are marked as %j', (text, highlights, expected) => {
  expect(marked(text, highlights)).toBe(expected);
});

test('Whatever is marked, the text is the same, and each marked part is one that was found', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '東', '.', '\u{1f4a1}'), maxLength: 40 });
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 5 }), (whole, highlights) => {
      const parts = markedParts(whole, highlights);
      expect(parts.map((part) => part.text).join('')).toBe(whole);
      for (const { text: part, isFound } of parts) if (isFound) expect(highlights).toContain(part);
    }),
  );
});
