import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pick } from '#clients/cli/src/output/fields.ts';
import { Output, type OutputOptions } from '#clients/cli/src/output/output.ts';
import { columnsOf, recordOf, tableOf } from '#clients/cli/src/output/table.ts';

async function printed(rows: readonly object[], options: OutputOptions, isTerminal: boolean): Promise<string> {
  let text = '';
  const write = (more: string) => {
    text += more;
  };
  const terminal = { isTerminal, columns: 60, write };
  await new Output(terminal, options).rows(
    (async function* () {
      yield* rows;
    })(),
    'No results.',
  );
  return text;
}

const ROWS = [
  { id: 'msg_1', from: [{ address: 'ada@example.com', name: 'Ada' }], subject: 'Hello\nthere', status: null },
  { id: 'msg_2', from: [{ address: 'bob@example.com', name: null }], subject: '\u001b[2Jgone', status: 'sent' },
];

test('A terminal gets a table, and everything else a line of JSON for each row', async () => {
  expect(await printed(ROWS, {}, true)).toBe(
    [
      'ID     FROM             SUBJECT      STATUS',
      'msg_1  ada@example.com  Hello there',
      'msg_2  bob@example.com  \ufffd[2Jgone     sent',
      '',
    ].join('\n'),
  );
  const lines = (await printed(ROWS, {}, false)).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(ROWS);
  expect(await printed(ROWS, { json: true }, true)).toBe(await printed(ROWS, {}, false));
});

test('--fields chooses fields of fields, and every row has all of them', async () => {
  const lines = (await printed(ROWS, { fields: ['from.name', 'status'] }, false)).trimEnd().split('\n');
  expect(lines).toEqual(['{"from.name":["Ada"],"status":null}', '{"from.name":[null],"status":"sent"}']);
  expect(pick({ a: 'text' }, ['a.length', 'constructor', '__proto__'])).toEqual(
    Object.fromEntries([
      ['a.length', null],
      ['constructor', null],
      ['__proto__', null],
    ]),
  );
});

test('People hear that there is nothing, and programs get no line', async () => {
  expect(await printed([], {}, true)).toBe('No results.\n');
  expect(await printed([], {}, false)).toBe('');
});

test('A long list keeps its columns after the first hundred rows', async () => {
  const many = Array.from({ length: 250 }, (_, index) => ({ id: `msg_${index}`, subject: 'Hi' }));
  const lines = (await printed(many, {}, true)).trimEnd().split('\n');
  expect(lines).toHaveLength(251);
  expect(lines.filter((line) => line.startsWith('ID'))).toHaveLength(1);
});

test('No line of a table is longer than the terminal, or has a control character, whatever is in the rows', () => {
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null), fc.array(fc.string()));
  const row = fc.record({ id: value, name: value, subject: value, created_at: value });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), fc.integer({ min: 40, max: 200 }), (rows, width) => {
      for (const line of tableOf(rows, columnsOf(rows, undefined), width)) {
        expect(line.length).toBeLessThanOrEqual(width);
        expect(line).not.toMatch(/\p{Cc}/u);
      }
    }),
  );
});

test('A record is a line for each field', () => {
  expect(recordOf({ id: 'agt_1', tags: ['a', 'b'], note: null, more: { x: 1 } })).toEqual([
    'id    agt_1',
    'tags  a, b',
    'note',
    'more  {"x":1}',
  ]);
});

test('Where a table is too wide, other columns are cut before its ids, which people copy', () => {
  const row = { id: `msg_${'0'.repeat(26)}`, from: 'a'.repeat(40), subject: 'b'.repeat(60), status: 'received' };
  const [, line = ''] = tableOf([row], columnsOf([row], undefined), 80);
  expect(line).toContain(row.id);
  expect(line.length).toBeLessThanOrEqual(80);
});
