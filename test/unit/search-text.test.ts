import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchExpression } from '#shared/domain/search/match-expression.ts';
import type { SearchExpression, Term } from '#shared/domain/search/search-expression.ts';
import { searchSnippet } from '#shared/domain/search/search-snippet.ts';
import { MAX_TOKEN_LENGTH, placedTokens, tokensOf } from '#shared/domain/search/search-tokens.ts';
import { MAX_SEGMENT_BYTES, mergeStart } from '#shared/domain/search/segments.ts';

const TOKENS: readonly (readonly [text: string, tokens: readonly string[]])[] = [
  ["Hello, World! don't a_b", ['hello', 'world', 'don', 't', 'a', 'b']],
  ['Ünïcödé Straße ΆΝΝΑ ёлка', ['unicode', 'strasse', 'αννα', 'елка']],
  ['ada@example.com 1,234.56', ['ada', 'example', 'com', '1', '234', '56']],
  ['κόσμος ΚΟΣ κοσ', ['κοσμοσ', 'κοσ', 'κοσ']],
  ['ACME™ ﬁsh ① so\u00adft', ['acme', 'fish', '1', 'soft']],
  ['東京タワー 2024年', ['東', '京', 'タ', 'ワ', 'ー', '2024', '年']],
  ['회의를 ที่', ['회', '의', '를', 'ที่']],
  ['हिन्दी', ['हिन्दी']],
  ['… ! 😀', []],
];

test.each(TOKENS)('The tokens of %j are %j', (text, tokens) => {
  expect(tokensOf(text)).toEqual(tokens);
});

test('A token has its place in the text, and tokens have no spaces and a largest length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const placed = placedTokens(text);
      expect(placed.map(({ token }) => token)).toEqual(tokensOf(text));
      let last = 0;
      for (const { token, start, end } of placed) {
        expect(token).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
        expect(token.length).toBeLessThanOrEqual(MAX_TOKEN_LENGTH);
        expect(start).toBeGreaterThanOrEqual(last === 0 ? 0 : Math.min(last, start));
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        last = end;
      }
    }),
  );
  expect(tokensOf('x'.repeat(100))).toEqual(['x'.repeat(MAX_TOKEN_LENGTH)]);
});

test('The tokens of a text are the same in any case, and with or without accents and compatibility forms', () => {
  fc.assert(
    fc.property(fc.constantFrom('Résumé', 'ÀÉÎ', 'naïve', 'Ｆｕｌｌ', 'ﬃ'), (text) => {
      expect(tokensOf(text.toUpperCase())).toEqual(tokensOf(text));
      expect(tokensOf(text.normalize('NFD'))).toEqual(tokensOf(text));
      expect(tokensOf(text.normalize('NFKC'))).toEqual(tokensOf(text));
    }),
  );
});

const term = (text: string, more: Partial<Term> = {}): Term => ({
  text,
  kind: 'word',
  field: 'any',
  excluded: false,
  ...more,
});
const expression = (...all: Term[]): SearchExpression => ({ all });

test('An expression of FTS5 has quoted tokens only, in columns of texts', () => {
  const any = '{subject sender recipients replyTo body attachment}';
  expect(matchExpression(expression(term('Ada')))).toBe(`(${any} : "ada")`);
  expect(matchExpression(expression(term('in vo', { kind: 'prefix', field: 'subject' })))).toBe(
    '({subject} : "in vo" *)',
  );
  expect(matchExpression(expression(term('a'), term('b@c.d', { field: 'from', excluded: true })))).toBe(
    `((${any} : "a")) NOT (({sender} : "b c d"))`,
  );
  expect(matchExpression(expression(term('x', { excluded: true })), { hasAttachment: true })).toBe(
    `(({marks} : "attached")) NOT ((${any} : "x"))`,
  );
  expect(matchExpression(expression(), { hasAttachment: false })).toBe(
    '(({marks} : "all")) NOT (({marks} : "attached"))',
  );
  expect(matchExpression(expression(term('!?')))).toBeUndefined();
  expect(matchExpression(expression(term('&'), term('a')))).toBe(`(${any} : "a")`);
  // A filter without a letter or digit finds nothing, and excludes nothing.
  expect(matchExpression(expression(term('a'), term('🙂', { field: 'from' })))).toBeUndefined();
  expect(matchExpression(expression(term('a'), term('🙂', { field: 'from', excluded: true })))).toBe(`(${any} : "a")`);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const rendered = matchExpression(expression(term(text))) ?? '';
      expect(rendered.replace(/^\(\{[a-zA-Z ]+\} : "[\p{L}\p{N}\p{M} ]+"\)$/u, '')).toBe('');
    }),
  );
});

test('A snippet is where most terms are, on one line, and highlights are spelled as in it', () => {
  const text = `${'Lorem ipsum. '.repeat(40)}budget one ${'dolor sit '.repeat(50)}the Budget of the Quarterly\nReports ${'amet '.repeat(100)}`;
  const terms = expression(term('budget'), term('quarterly rep', { kind: 'prefix' }));
  const { snippet, highlights } = searchSnippet(terms, { subject: 'My budgets', text, beginning: 'Lorem' });
  expect(snippet).toContain('the Budget of the Quarterly Reports');
  expect(snippet.length).toBeLessThan(260);
  expect(highlights).toEqual(['Budget', 'Quarterly Reports']);
  for (const highlight of highlights) expect(snippet).toContain(highlight);

  const onlySubject = searchSnippet(expression(term('hello', { field: 'subject' })), {
    subject: 'Hello',
    text: 'hello world',
    beginning: 'hello world',
  });
  expect(onlySubject).toEqual({ snippet: 'hello world', highlights: ['Hello'] });
  const expired = searchSnippet(expression(term('hello')), { subject: 'x', text: null, beginning: 'Say hello' });
  expect(expired).toEqual({ snippet: 'Say hello', highlights: ['hello'] });
});

test('A snippet never breaks, whatever the text and the terms', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), fc.string({ maxLength: 5 }), (text, wanted) => {
      const { snippet, highlights } = searchSnippet(expression(term(wanted)), { subject: '', text, beginning: '' });
      expect(snippet.isWellFormed()).toBe(true);
      expect(highlights.length).toBeLessThanOrEqual(20);
    }),
  );
});

test('Eight segments of a level become one, and never more bytes than fit into one', () => {
  let segments: { count: number; bytes: number }[] = [];
  let written = 0;
  for (let run = 0; run < 2_000; run++) {
    const added = { count: 16, bytes: 16 * 600 };
    const start = Math.min(segments.length, mergeStart([...segments, added]));
    const merged = [...segments.slice(start), added];
    const sum = (name: 'count' | 'bytes') => merged.reduce((total, segment) => total + segment[name], 0);
    segments = [...segments.slice(0, start), { count: sum('count'), bytes: sum('bytes') }];
    written += sum('count');
    expect(segments.length).toBeLessThanOrEqual(32);
  }
  expect(segments.reduce((total, { count }) => total + count, 0)).toBe(32_000);
  expect(Math.max(...segments.map(({ bytes }) => bytes))).toBeLessThanOrEqual(MAX_SEGMENT_BYTES);
  // Each email was written once for each level.
  expect(written / 32_000).toBeLessThan(6);
  const large = { count: 100, bytes: MAX_SEGMENT_BYTES / 3 };
  expect(mergeStart(Array.from({ length: 9 }, () => large))).toBe(6);
});
