import { expect, test } from 'vitest';
import { rowDecoder } from '../../shared/data/decode-row.ts';

interface Sample {
  id: string;
  count: number;
  tags: string[];
  isOpen: boolean;
  note: string | null;
}

const decode = rowDecoder<Sample>({ id: 'string', count: 'number', tags: 'object', isOpen: 'boolean' });
const ROW = { pk: 'SAMPLE#ada@example.com', sk: 'x', id: 'a', count: 0, tags: [], isOpen: false, note: null };

test('A row with all required fields is decoded unchanged', () => {
  expect(decode(ROW)).toEqual(ROW);
  expect(decode({ ...ROW, note: undefined, more: 1 })).toMatchObject({ id: 'a', more: 1 });
});

test.each(['id', 'count', 'tags', 'isOpen'])(
  'A row without a valid %s is refused with the name of the field',
  (field) => {
    for (const value of [undefined, field === 'id' ? 1 : 'text']) {
      expect(() => decode({ ...ROW, [field]: value })).toThrow(`'${field}'`);
    }
  },
);

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
