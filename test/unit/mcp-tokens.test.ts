import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutToTokens, estimateTokens } from '#functions/http/mcp/results/tokens.ts';

const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('the message ', 'Grundstücksverkehr ', '中文', '👨‍👩‍👧 ', 'e\u0301', '\n', '\ud800', '🇩🇪🇫🇷'),
    ),
  )
  .map((parts) => parts.join(''));

/** What the three tokenizers in the docstring of `estimateTokens` have for these texts, the highest of them. */
const COUNTED: readonly (readonly [kind: string, text: string, tokens: number])[] = [
  ['English', 'All human beings are born free and equal in dignity and rights.', 13],
  ['German', 'Alle Menschen sind frei und gleich an Würde und Rechten geboren.', 19],
  ['French', 'Tous les êtres humains naissent libres et égaux en dignité et en droits.', 23],
  ['Chinese', '人人生而自由,在尊严和权利上一律平等。', 22],
  ['Japanese', 'すべての人間は、生れながらにして自由であり', 20],
  ['Korean', '모든 인간은 태어날 때부터 자유로우며', 23],
  ['Arabic', 'يولد جميع الناس أحراراً متساوين في الكرامة والحقوق', 44],
  ['Russian', 'Все люди рождаются свободными и равными', 24],
  ['Hindi', 'सभी मनुष्यों को गौरव और अधिकारों के मामले में', 50],
  ['Thai', 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกัน', 71],
  ['emoji', '👨‍👩‍👧‍👦 🏳️‍🌈 👍🏽 ❤️ 🇩🇪', 40],
  ['base64', 'J4nOb2vvwKz0qXkQm1ZlT8yRrG7uPp+/aHsDfE5cW9iYtS3=', 45],
  ['JSON', '{"id":"msg_01KB2Z","from":[{"address":"ada@example.com","name":null}],"size":1204}', 30],
  ['HTML', '<td style="padding:0 12px;color:#333"><a href="https://x.example/a?b=1">Open</a></td>', 35],
  ['an id', 'msg_01KB2Z7QX4N8M3T6V9W0Y5R1SD', 25],
  ['random letters', 'xqzj vbkw ptgf hmxd qqrz', 13],
];

test('The estimate is at least what published tokenizers have, and at most two and a half times as much', () => {
  for (const [kind, one, tokens] of COUNTED) {
    expect([kind, estimateTokens(one) >= tokens, estimateTokens(one) <= 2.5 * tokens]).toEqual([kind, true, true]);
  }
});

test('The parts of a text put together are the text, and each of them has at most the tokens that were asked for', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 4, max: 60 }), (whole, maxTokens) => {
      let read = '';
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const { text: part, nextOffset } = cutToTokens(whole, maxTokens, offset);
        expect(estimateTokens(part)).toBeLessThanOrEqual(maxTokens);
        if (nextOffset !== undefined) expect(nextOffset).toBeGreaterThan(offset);
        read += part;
        offset = nextOffset;
      }
      expect(read).toBe(whole);
    }),
  );
});

test('No part ends between the halves of a surrogate pair', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.integer({ min: 0, max: 20 }), (whole, maxTokens) => {
      const { text: part, nextOffset = whole.length } = cutToTokens(whole, maxTokens);
      expect([part.isWellFormed(), whole.slice(nextOffset).isWellFormed()]).toEqual([true, true]);
    }),
  );
});

test('A part does not end within an emoji of several characters, nor before the accent of a letter', () => {
  const family = '👨‍👩‍👧‍👦';
  for (let maxTokens = 1; maxTokens < 60; maxTokens += 1) {
    const { text: part } = cutToTokens(family.repeat(4), maxTokens);
    if (maxTokens >= 25) expect(part.length % family.length).toBe(0);
    expect(cutToTokens('e\u0301'.repeat(40), maxTokens + 5).text.length % 2).toBe(0);
  }
});

test('A part ends after a blank where there is one', () => {
  expect(cutToTokens('one two three four five six seven', 5).text).toMatch(/ $/);
});

test('An offset after the end of a text has an empty part, and no rest', () => {
  expect(cutToTokens('text', 10, 400)).toEqual({ text: '' });
});
