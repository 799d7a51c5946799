import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isId, timeOfId } from '#shared/domain/ids/ids.ts';
import { generateApiKey, hashApiKey } from '#shared/domain/organization/api-key.ts';
import { sessionIdOf, shownUserAgent } from '#shared/domain/organization/session.ts';

test.each([
  ['curl/8.5.0\u001b[2J\r\nx: y\u0000', 'curl/8.5.0[2J x: y'],
  ['safe\u202egnp.exe \u200b\u2066agent', 'safegnp.exe agent'],
  ['a'.repeat(10_000), 'a'.repeat(200)],
  ['😀'.repeat(300), '😀'.repeat(200)],
  [' \u0007\u200b ', null],
  ['', null],
  [undefined, null],
])(
  'What a program calls itself is shown in one line, without what no person sees, and not whole: %j',
  (header, shown) => {
    expect(shownUserAgent(header)).toBe(shown);
  },
);

test('No header leaves a control character, a lone surrogate or more than 200 characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (header) => {
      const shown = shownUserAgent(header) ?? '';
      expect(shown).not.toMatch(/\p{Cc}/u);
      expect(shown.isWellFormed()).toBe(true);
      expect(Array.from(shown).length).toBeLessThanOrEqual(200);
      expect(shown).toBe(shown.trim());
    }),
  );
});

test('The id of a session has its time, is the same for a token each time, and is another for each token', () => {
  const at = Date.now();
  const hashes = Array.from({ length: 100 }, () => hashApiKey(generateApiKey('usr')));
  const ids = hashes.map((hash) => sessionIdOf(hash, at));
  expect(new Set(ids).size).toBe(hashes.length);
  expect(hashes.map((hash) => sessionIdOf(hash, at))).toEqual(ids);
  expect(ids.filter((id) => !isId('session', id) || timeOfId('session', id) !== at)).toEqual([]);
});
