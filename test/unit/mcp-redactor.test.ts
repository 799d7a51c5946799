import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REDACTED, Redactor } from '#clients/cli/src/mcp/secret/redactor.ts';
import { ShortText } from '#clients/cli/src/mcp/secret/short-text.ts';
import { sizeOf } from '#testing/test-size.ts';

/** The text without the secrets, in pieces that end at these places. */
function redacted(secrets: readonly string[], text: string, cuts: readonly number[] = []): string {
  const redactor = new Redactor(secrets);
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  const pieces = [0, ...places].map((place, index) => text.slice(place, places[index]));
  return [...pieces.map((piece) => redactor.push(piece)), redactor.end()].join('');
}

const htmlOf = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (found) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[found] ?? '',
  );

/** Every form that a program may give a secret, alone. */
const WRITINGS: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  hexadecimal: (secret) => Buffer.from(secret).toString('hex'),
  'hexadecimal in capitals': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  'hexadecimal with colons': (secret) =>
    Buffer.from(secret)
      .toString('hex')
      .replace(/..(?=.)/g, '$&:'),
  'hexadecimal in lines': (secret) =>
    Buffer.from(secret)
      .toString('hex')
      .replace(/.{60}(?=.)/g, '$&\n'),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  'base64 in lines': (secret) =>
    Buffer.from(secret)
      .toString('base64')
      .replace(/.{76}(?=.)/g, '$&\r\n'),
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
  'base64 in a URL': (secret) => encodeURIComponent(Buffer.from(secret).toString('base64')),
  'basic credentials': (secret) => Buffer.from(`ada:${secret}`).toString('base64'),
  'base64 after one byte': (secret) => Buffer.from(`x${secret}`).toString('base64url'),
  'base64 between others': (secret) => Buffer.from(`{"a":"${secret}"}`).toString('base64'),
  'a part of a URL': encodeURIComponent,
  'a form': (secret) => new URLSearchParams({ a: secret }).toString().slice(2),
  'every byte escaped': (secret) => Buffer.from(secret).toString('hex').replace(/../g, '%$&'),
  JSON: (secret) => JSON.stringify(secret).slice(1, -1),
  'JSON in ASCII': (secret) =>
    JSON.stringify(secret)
      .slice(1, -1)
      .replace(/[^ -~]/g, (half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'JSON with escaped slashes': (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
  'JSON in JSON': (secret) => JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  HTML: htmlOf,
  'a word of a shell': (secret) => secret.replaceAll("'", `'\\''`),
  'a word of a shell with backslashes': (secret) => secret.replace(/[!-/:-@[-`{-~ ]/g, '\\$&'),
};

/** A character that no secret has. */
const EDGE = '\u{e000}';

/** Secrets as people have them: without white space at the edges, and of every kind of character. */
const secretOf = fc
  .string({ unit: 'grapheme', minLength: 8, maxLength: 60 })
  .map((text) => text.toWellFormed().trim())
  .filter((text) => text.length >= 8 && !text.includes(EDGE));
const surroundings = fc.tuple(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }));
const cuts = fc.array(fc.nat({ max: 1_000 }), { maxLength: 12 });

test.each(Object.entries(WRITINGS))(
  'A secret is found as: %s, wherever the output is cut into pieces',
  (_name, write) => {
    fc.assert(
      fc.property(secretOf, surroundings, cuts, (secret, [before, after], places) => {
        const text = [before, write(secret), after].join(EDGE);
        const [first, middle, last] = redacted([secret], text, places).split(EDGE);
        expect([first, last]).toEqual([before, after]);
        // What a program puts around the secret before it encodes both is left: at most 8 digits on either side.
        expect(middle).toMatch(/^[\w+/%=-]{0,8}\[redacted\][\w+/%=-]{0,8}$/);
      }),
      { numRuns: sizeOf({ quick: 25, usual: 100 }) },
    );
  },
);

test('The result does not depend on how the output is cut into pieces', () => {
  const parts = fc.array(
    fc.oneof(fc.constantFrom('s3cr', 'et-va', 'lue', '-', 's3cret-value', 'c2Vj', '\n', '7333'), fc.string()),
  );
  fc.assert(
    fc.property(parts, cuts, (pieces, places) => {
      const text = pieces.join('');
      expect(redacted(['s3cret-value', 'other-value-s3'], text, places)).toBe(
        redacted(['s3cret-value', 'other-value-s3'], text),
      );
    }),
  );
});

test('Nothing of secrets that overlap is left', () => {
  expect(redacted(['abcd-1234'], 'abcd-1234abcd-1234')).toBe(`${REDACTED}${REDACTED}`);
  expect(redacted(['abab-abab'], '<abab-abab-abab>')).toBe(`<${REDACTED}>`);
  expect(redacted(['adm-in-minty', 'minty-fresh'], 'adm-in-minty-fresh')).toBe(REDACTED);
});

test('A text that is no secret stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), cuts, (text, places) => {
      fc.pre(!text.includes('Zq9'));
      expect(redacted(['Zq9-Zq9-Zq9-Zq9'], text, places)).toBe(text);
    }),
  );
});

test('The lines of a key are found one by one, and a secret without the white space around it', () => {
  const key = '-----BEGIN KEY-----\nMIIBVAIBADANBgkq\nhkiG9w0BAQEFAASC\n-----END KEY-----\n';
  expect(redacted([key], '> MIIBVAIBADANBgkq\r\n> hkiG9w0BAQEFAASC')).toBe(`> ${REDACTED}\r\n> ${REDACTED}`);
  expect(redacted([' s3cret-value\n'], 'is s3cret-value.')).toBe(`is ${REDACTED}.`);
});

test('A short text is kept whole, and of a longer one the beginning and the end, in whole characters', () => {
  const pieces = fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }).map((piece) => piece.toWellFormed()));
  fc.assert(
    fc.property(pieces, fc.integer({ min: 30, max: 60 }), fc.integer({ min: 8, max: 30 }), (all, kept, max) => {
      const text = all.join('');
      const short = new ShortText(kept);
      for (const piece of all) short.add(piece);
      const shown = short.toText(max);
      if (Buffer.byteLength(text) <= max) {
        expect(shown).toBe(text);
        return;
      }
      const cut = /\n\[… (\d+) characters omitted …\]\n/.exec(shown) as RegExpExecArray;
      const [beginning, end] = [shown.slice(0, cut.index), shown.slice(cut.index + cut[0].length)];
      expect(text.startsWith(beginning) && text.endsWith(end)).toBe(true);
      expect(beginning.length + end.length + Number(cut[1])).toBe(text.length);
      expect((beginning + end).isWellFormed()).toBe(true);
      for (const part of [beginning, end]) {
        expect(Buffer.byteLength(part)).toBeLessThanOrEqual(max / 2);
        expect(Buffer.byteLength(part)).toBeGreaterThan(max / 2 - 5);
      }
    }),
  );
});
