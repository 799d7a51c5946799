import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitItems, MAX_FORM_TOKENS, tokensOfRecord } from '#functions/http/mcp/results/fit.ts';
import type { ResultRecord, ResultValue } from '#functions/http/mcp/results/result-record.ts';
import { estimateTokens } from '#functions/http/mcp/results/tokens.ts';
import { toolResult } from '#functions/http/mcp/results/tool-result.ts';
import { manyLines, oneLine, UntrustedContent, untrustedBlocks } from '#functions/http/mcp/results/untrusted.ts';
import { sizeOf } from '#testing/test-size.ts';
import { hostileText } from '../support/hostile-block-text.ts';

const untrusted = (text: string) => new UntrustedContent(text);

test('Members that are null or empty are in neither form of a result, while false and 0 are', () => {
  const record = { a: null, b: '', c: [], d: {}, e: [null, {}], f: false, g: 0, h: { i: null, j: 1 }, k: undefined };
  expect(toolResult(record)).toEqual({ structured: { f: false, g: 0, h: { j: 1 } }, text: 'f: false\ng: 0\nh: j 1' });
});

test('Lists of records come last in a text, each record after an empty line', () => {
  const messages = [
    { message_id: 'msg_1', to: ['a@b.example', 'c@d.example'], text: 'one\ntwo' },
    {
      message_id: 'msg_2',
      files: [{ id: 'att_1', size: 3 }],
      warnings: ['Not proven.', 'First contact.'],
      text: 'a\nb',
    },
  ];
  expect(toolResult({ messages, next_cursor: 'abc' }).text).toBe(
    [
      'next_cursor: abc',
      'messages: 2',
      '',
      'message_id: msg_1\nto: a@b.example, c@d.example\ntext:\none\ntwo',
      '',
      'message_id: msg_2\nfiles:\n- id att_1, size 3\nwarnings:\n- Not proven.\n- First contact.\ntext:\na\nb',
    ].join('\n'),
  );
});

test('Texts of others are between marks in both forms, and a sentence before them says what they are', () => {
  const { structured, text } = toolResult({ message_id: 'msg_1', content: untrusted('Hello\nthere') });
  const [, mark = ''] = /<untrusted ([0-9a-f]{10})>/.exec(text) ?? [];
  const block = `<untrusted ${mark}>\nHello\nthere\n</untrusted ${mark}>`;
  expect(structured).toEqual({ about_untrusted: expect.stringContaining(mark), message_id: 'msg_1', content: block });
  expect(text.startsWith('The text between')).toBe(true);
  expect(text.endsWith(`message_id: msg_1\ncontent:\n${block}`)).toBe(true);
});

test('Each result has a mark of its own, which is in none of its texts', () => {
  const draws = ['aa', 'bb', 'cc'].map((byte) => Buffer.from(byte.repeat(5), 'hex'));
  const draw = () => draws.shift() ?? Buffer.alloc(5);
  expect(untrustedBlocks(['x AAAAAAAAAA', 'bbbbbbbbbb'], draw).mark).toBe('cccccccccc');
  const marks = Array.from({ length: 100 }, () => untrustedBlocks([]).mark);
  expect(new Set(marks).size).toBe(100);
});

test('No text of others ends its block or begins another, in either form', () => {
  fc.assert(
    fc.property(fc.array(hostileText, { minLength: 1, maxLength: 4 }), (texts) => {
      const { structured, text } = toolResult({ items: texts.map((one) => ({ id: 'x', content: untrusted(one) })) });
      const blocks = texts.filter((one) => one !== '').length;
      const { about_untrusted: _, ...items } = structured;
      for (const form of [JSON.stringify(items), text.replace(/^The text between .*\n/, '')]) {
        expect([form.match(/<untrusted/gi)?.length ?? 0, form.match(/<\/untrusted/gi)?.length ?? 0]).toEqual([
          blocks,
          blocks,
        ]);
      }
    }),
  );
});

test('A name has no line breaks of any kind, and a text only line feeds; neither has what no person sees', () => {
  expect(oneLine(' a\r\n\u2028b\u0085\v\tc\u202e\u001b[31m ')).toBe('a b c[31m');
  expect(manyLines('a \r\n\r\n \n\n\u2028b\rc\u0085d\u200b\ufeff')).toBe('a\n\nb\ncd');
});

const anyValue: fc.Arbitrary<ResultValue> = fc.oneof(
  fc.integer(),
  fc.constant(null),
  fc.string({ unit: 'binary', maxLength: 5000, size: 'max' }),
  fc.string({ unit: 'grapheme', maxLength: 5000, size: 'max' }).map(untrusted),
  fc.array(fc.string(), { maxLength: 500, size: 'max' }),
);
const anyRecord = fc.dictionary(fc.string({ maxLength: 300, size: 'max' }), anyValue, { maxKeys: 12, size: 'max' });

test('Neither form of a result has more tokens than the limit, whatever it is made of', () => {
  fc.assert(
    fc.property(anyRecord, anyRecord, (first, second) => {
      const { structured, text } = toolResult({ result: first, items: [first, { second }, { list: [second] }] });
      expect(estimateTokens(JSON.stringify(structured))).toBeLessThanOrEqual(MAX_FORM_TOKENS);
      expect(estimateTokens(text)).toBeLessThanOrEqual(MAX_FORM_TOKENS);
    }),
    { numRuns: sizeOf({ quick: 10, usual: 40 }) },
  );
});

const CUT = { howToReadTheRest: 'Read it alone.' };

test('A list has the items that fit, in their order, and says how many do not', () => {
  const items = Array.from({ length: 200 }, (_, index) => ({ id: `${index}`, content: untrusted('word '.repeat(50)) }));
  const { items: fitting, omitted } = fitItems<ResultRecord>(items, (item) => item, CUT);
  expect(fitting.length).toBeGreaterThan(10);
  expect(fitting).toEqual(items.slice(0, fitting.length));
  expect(omitted).toBe(200 - fitting.length);
  expect(omitted).toBeGreaterThan(10);
  expect(tokensOfRecord({ items: fitting })).toBeLessThan(MAX_FORM_TOKENS);
});

test('A list has one item at least, which is cut where it alone is too long, and says where the rest is', () => {
  const items = [{ id: 'first', content: untrusted('word '.repeat(20_000)) }, { id: 'second' }];
  const { items: fitting, omitted } = fitItems<ResultRecord>(items, (item) => item, CUT);
  expect([fitting[0]?.id, fitting[0]?.cut, omitted]).toEqual(['first', 'Read it alone.', 0]);
  const [{ content } = {}] = fitting;
  expect(content instanceof UntrustedContent && content.text).toMatch(/^(word ){1000,}word…$/);
});

test('An empty list stays empty', () => {
  expect(fitItems<ResultRecord>([], (item) => item, CUT)).toEqual({ items: [], omitted: 0 });
});
