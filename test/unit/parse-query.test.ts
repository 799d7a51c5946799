import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '#shared/domain/errors/errors.ts';
import { MAIL_FOLDERS } from '#shared/domain/mail/message-fields.ts';
import { MAX_QUERY_LENGTH, MAX_QUERY_TERMS, parseQuery } from '#shared/domain/search/parse-query.ts';
import type { Term } from '#shared/domain/search/search-expression.ts';

const PLAIN: Term = { text: '', kind: 'word', field: 'any', excluded: false };
const NEW_YEAR = Date.UTC(2026, 0, 1);

test.each<[string, Partial<Term>[]]>([
  ['invoice', [{ text: 'invoice' }]],
  ['  blue   lamp ', [{ text: 'blue' }, { text: 'lamp' }]],
  ['"blue lamp" shade', [{ text: 'blue lamp', kind: 'phrase' }, { text: 'shade' }]],
  ['„blaue Lampe“', [{ text: 'blaue Lampe', kind: 'phrase' }]],
  ['"blue lamp', [{ text: 'blue lamp', kind: 'phrase' }]],
  ['invoi*', [{ text: 'invoi*', kind: 'prefix' }]],
  ['"blue la"*', [{ text: 'blue la', kind: 'prefix' }]],
  ['-draft', [{ text: 'draft', excluded: true }]],
  ['-"final draft"', [{ text: 'final draft', kind: 'phrase', excluded: true }]],
  ['from:ada@example.com', [{ text: 'ada@example.com', field: 'from' }]],
  ['FROM:"Ada Lovelace"', [{ text: 'Ada Lovelace', kind: 'phrase', field: 'from' }]],
  ['-to:bob*', [{ text: 'bob*', kind: 'prefix', field: 'to', excluded: true }]],
  ['subject:invoice paid', [{ text: 'invoice', field: 'subject' }, { text: 'paid' }]],
  ['blue"lamp"', [{ text: 'blue' }, { text: 'lamp', kind: 'phrase' }]],
])('The query %j has the terms %j.', (query, terms) => {
  expect(parseQuery(query)).toEqual({
    expression: { all: terms.map((term) => ({ ...PLAIN, ...term })) },
    filters: {},
  });
});

test.each([
  ['has:attachment', { hasAttachment: true }],
  ['-has:attachments', { hasAttachment: false }],
  ['in:Archive', { folder: 'archive' }],
  ['in:inbox in:sent', { folder: 'sent' }],
  ['after:2026-01-01', { after: NEW_YEAR }],
  ['before:2026-01-01T00:00:00+01:00', { before: NEW_YEAR - 3_600_000 }],
  ['before:2026-02-01 before:2026-01-01', { before: NEW_YEAR }],
  ['label:Urgent label:invoices/paid', { labels: ['urgent', 'invoices/paid'] }],
  ['-label:urgent', { withoutLabels: ['urgent'] }],
  ['after:2025-01-01 after:2026-01-01', { after: NEW_YEAR }],
])('The query %j has the filter %j and no term.', (query, filters) => {
  expect(parseQuery(query)).toEqual({ expression: { all: [] }, filters });
});

test.each([
  'in:nowhere',
  '-in:inbox',
  'before:yesterday',
  'after:2026-02-30',
  '-after:2026-01-01',
  'has:wings',
  'label:',
  'label:größe',
  'from:',
  'https://example.com/a',
  '10:30',
  '--',
  '*',
])('The query %j is text to look for, because it is no operator.', (query) => {
  const { expression, filters } = parseQuery(query);
  expect(filters).toEqual({});
  expect(expression.all).toEqual([
    {
      text: query.replace(/^-/, ''),
      kind: query.endsWith('*') ? 'prefix' : 'word',
      field: 'any',
      excluded: query.startsWith('-'),
    },
  ]);
});

test.each(['', '   ', '-', '""', '-" "'])('The query %j asks for nothing.', (query) => {
  expect(parseQuery(query)).toEqual({ expression: { all: [] }, filters: {} });
});

test('A query beyond the limits is an error that names q.', () => {
  const error = (field: string) => new AppError('validation.failed', field);
  expect(parseQuery('a '.repeat(MAX_QUERY_TERMS)).expression.all).toHaveLength(MAX_QUERY_TERMS);
  expect(() => parseQuery('a '.repeat(MAX_QUERY_TERMS + 1))).toThrow(
    error(`q: at most ${MAX_QUERY_TERMS} words, phrases and operators`),
  );
  expect(() => parseQuery('a'.repeat(MAX_QUERY_LENGTH + 1))).toThrow(
    error(`q: at most ${MAX_QUERY_LENGTH} characters`),
  );
});

/** Texts of what queries are made of, and any other characters. */
const odd = fc
  .array(fc.oneof(fc.constantFrom('"', '“', '-', '*', ':', ' ', 'from:', 'in:', 'has:', 'before:', 'a'), fc.string()), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));

test('No text is an error within the limits, and each term is a part of it.', () => {
  fc.assert(
    fc.property(odd, (text) => {
      const query = text.slice(0, MAX_QUERY_LENGTH);
      let parsed: ReturnType<typeof parseQuery>;
      try {
        parsed = parseQuery(query);
      } catch (error) {
        // The only one: too many terms. There cannot be more than there are characters.
        expect((error as AppError).message).toMatch(/^q: at most 32 words/);
        expect(query.length).toBeGreaterThan(MAX_QUERY_TERMS);
        return;
      }
      expect(parsed.expression.all.length).toBeLessThanOrEqual(MAX_QUERY_TERMS);
      for (const term of parsed.expression.all) expect(term.text !== '' && query.includes(term.text)).toBe(true);
    }),
  );
});

const word = fc.stringMatching(/^[\p{L}\p{N}@.][\p{L}\p{N}@.-]{0,12}$/u);
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '));
const field = fc.constantFrom('any', 'from', 'to', 'subject') as fc.Arbitrary<Term['field']>;
const excluded = fc.boolean();

const term: fc.Arbitrary<Term> = fc.oneof(
  fc.record({ text: word, kind: fc.constant('word' as const), field, excluded }),
  fc.record({ text: word.map((text) => `${text}*`), kind: fc.constant('prefix' as const), field, excluded }),
  fc.record({ text: words, kind: fc.constant('phrase' as const), field, excluded }),
);

const written = ({ text, kind, field: limit, excluded: isExcluded }: Term) =>
  `${isExcluded ? '-' : ''}${limit === 'any' ? '' : `${limit}:`}${kind === 'phrase' ? `"${text}"` : text}`;

test('Terms and filters that are written as a query are parsed as what they were.', () => {
  fc.assert(
    fc.property(
      fc.array(term, { maxLength: 10 }),
      fc.option(fc.constantFrom(...MAIL_FOLDERS), { nil: undefined }),
      fc.option(fc.boolean(), { nil: undefined }),
      (all, folder, hasAttachment) => {
        const filters = {
          ...(folder !== undefined && { folder }),
          ...(hasAttachment !== undefined && { hasAttachment }),
        };
        const query = [
          ...all.map(written),
          ...(folder === undefined ? [] : [`in:${folder}`]),
          ...(hasAttachment === undefined ? [] : [`${hasAttachment ? '' : '-'}has:attachment`]),
        ].join(' ');
        fc.pre(query.length <= MAX_QUERY_LENGTH);
        expect(parseQuery(query)).toEqual({ expression: { all }, filters });
      },
    ),
  );
});
