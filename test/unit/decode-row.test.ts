import { expect, test } from 'vitest';
import { contentDecoder, rowDecoder } from '#shared/data/decode-row.ts';

interface Sample {
  id: string;
  count: number;
  tags: string[];
  isOpen: boolean;
  note: string | null;
  size?: number;
}

const decode = rowDecoder<Sample>({
  id: 'string',
  count: 'number',
  tags: 'array',
  isOpen: 'boolean',
  note: 'string?',
  size: 'number?',
});
const ROW = { pk: 'SAMPLE#ada@example.com', sk: 'x', id: 'a', count: 0, tags: [], isOpen: false, note: null };

test('A row with all required fields is decoded unchanged', () => {
  expect(decode(ROW)).toEqual(ROW);
  expect(decode({ ...ROW, note: undefined, more: 1 })).toMatchObject({ id: 'a', more: 1 });
});

test.each(['id', 'count', 'tags', 'isOpen'])(
  'A row without a valid %s is refused with the name of the field',
  (field) => {
    for (const value of [undefined, null, {}, field === 'id' ? 1 : 'text']) {
      expect(() => decode({ ...ROW, [field]: value })).toThrow(`'${field}'`);
    }
  },
);

test.each(['note', 'size'])('A row may lack %s, but not have it with another type', (field) => {
  for (const value of [undefined, null]) expect(() => decode({ ...ROW, [field]: value })).not.toThrow();
  for (const value of [true, {}, []]) expect(() => decode({ ...ROW, [field]: value })).toThrow(`'${field}'`);
});

const decodeContent = contentDecoder<{ parts: string[]; extras: object | null; result?: unknown }>({
  parts: 'array',
  extras: 'object?',
});
const KEY = { pk: 'TASK#tsk_1', sk: 'CONTENT' };

test('The content of a row is decoded from its JSON text', () => {
  const content = { parts: ['a'], extras: null, result: 1 };
  expect(decodeContent(KEY, JSON.stringify(content))).toEqual(content);
});

test.each([
  ['{"parts":', "a row TASK# has no JSON object in 'content'"],
  ['[]', "a row TASK# has no JSON object in 'content'"],
  ['null', "a row TASK# has no JSON object in 'content'"],
  ['{}', "a row TASK# has no array 'parts' in 'content'"],
  ['{"parts":{}}', "a row TASK# has no array 'parts' in 'content'"],
  ['{"parts":[],"extras":[]}', "a row TASK# has no object 'extras' in 'content'"],
])('The content %j is refused with the row and what it lacks', (content, message) => {
  expect(() => decodeContent(KEY, content)).toThrow(message);
});

test('The error for a row that cannot be decoded shows only the prefix of its key', () => {
  const error = (() => {
    try {
      decode({ ...ROW, id: undefined });
    } catch (thrown) {
      return String(thrown);
    }
  })();
  expect(error).toContain('SAMPLE#');
  expect(error).not.toContain('ada@example.com');
});
