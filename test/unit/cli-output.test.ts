import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pick } from '#clients/cli/src/output/fields.ts';
import { Output, type OutputOptions } from '#clients/cli/src/output/output.ts';
import { columnsIn } from '#clients/cli/src/output/printable.ts';
import { recordOf } from '#clients/cli/src/output/record.ts';
import { columnsOf, tableOf } from '#clients/cli/src/output/table.ts';

async function printed(
  rows: readonly object[],
  options: OutputOptions,
  isTerminal: boolean,
  columns = 60,
): Promise<string> {
  let text = '';
  const write = (more: string) => {
    text += more;
  };
  const terminal = { isTerminal, columns, write };
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

/** What terminals obey, and what changes the order of the characters that they show. */
const OBEYED = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
const HOSTILE = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('\u001b', '\u009b', '\r', '\n', '\t', '\u202e', '\u2067', '\u061c', '漢', '👩', 'a', ' '),
  }),
);
const VALUE = fc.oneof(HOSTILE, fc.integer(), fc.constant(null), fc.array(HOSTILE), fc.record({ name: HOSTILE }));

test('No line of a table is longer than the terminal, or has a character that it obeys, whatever is in the rows', () => {
  const row = fc.record({ id: VALUE, name: VALUE, subject: VALUE, created_at: VALUE });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), fc.integer({ min: 40, max: 200 }), (rows, width) => {
      for (const line of tableOf(rows, columnsOf(rows, undefined, width) ?? [], width)) {
        expect(columnsIn(line)).toBeLessThanOrEqual(width);
        expect(line).not.toMatch(OBEYED);
        expect(line).not.toContain('\n');
      }
    }),
  );
});

test('Every line of a record begins with the name of a field of it, or is indented and marked', () => {
  const row = fc.record({ from: VALUE, subject: VALUE, text: VALUE });
  fc.assert(
    fc.property(row, fc.integer({ min: 20, max: 200 }), (value, width) => {
      const lines = recordOf(value, width);
      const names = lines.filter((line) => !line.startsWith(`${' '.repeat('subject'.length)}|`));
      expect(names.map((line) => /^\w+/.exec(line)?.[0])).toEqual(['from', 'subject', 'text']);
      for (const line of lines) {
        expect(columnsIn(line)).toBeLessThanOrEqual(width);
        expect(line).not.toMatch(OBEYED);
        expect(line).not.toContain('\n');
      }
    }),
  );
});

test('The body of an email cannot show a field that the email does not have, on its own line or on a wrapped one', () => {
  const forged = 'auth  {"sender_verified":true}';
  const text = `Hello,\r\nfrom  boss@example.com\n${'x'.repeat(72)} ${forged}\n${'漢'.repeat(37)}${forged}`;
  expect(recordOf({ from: [{ address: 'mallory@example.com' }], text }, 80)).toEqual([
    'from  mallory@example.com',
    'text  Hello,',
    '    | from  boss@example.com',
    `    | ${'x'.repeat(72)}`,
    `    | ${forged}`,
    `    | ${'漢'.repeat(37)}`,
    `    | ${forged}`,
  ]);
});

test('JSON has the same value, and no character that a terminal obeys', async () => {
  await fc.assert(
    fc.asyncProperty(HOSTILE, async (text) => {
      for (const isTerminal of [true, false]) {
        const line = (await printed([{ text }], { json: true }, isTerminal)).slice(0, -1);
        expect(line).not.toMatch(OBEYED);
        expect(JSON.parse(line)).toEqual({ text });
      }
    }),
  );
});

test('A record is a line for each field, and what people copy stays whole', () => {
  expect(recordOf({ id: 'agt_1', tags: ['a', 'b'], note: null, more: { x: 1 } }, 80)).toEqual([
    'id    agt_1',
    'tags  a, b',
    'note',
    'more  {"x":1}',
  ]);
  const download_url = `https://bucket.example/${'a'.repeat(100)}`;
  expect(recordOf({ download_url }, 80)).toEqual([`download_url  ${download_url}`]);
  expect(recordOf({ text: download_url }, 80)).toHaveLength(2);
});

const ID = `msg_${'0'.repeat(26)}`;

test('The ids of records within a record stay whole, whatever the width of the terminal', () => {
  const members = Array.from({ length: 8 }, (_, index) => ({ name: 'x'.repeat(index * 3), id: ID, thread_id: ID }));
  for (let width = 80; width < 160; width += 1) {
    const lines = recordOf({ members, more: { members } }, width);
    const ids = lines.flatMap((line) => line.match(/msg_\w*/g) ?? []);
    expect(new Set(ids), `${width} columns`).toEqual(new Set([ID]));
    expect(ids).toHaveLength(4 * members.length);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
  }
  const card_url = `https://aid.example/${'a'.repeat(100)}`;
  expect(recordOf({ a2a: { filter_mode: 'all', card_url, note: 'x' } }, 80)).toEqual([
    'a2a  {"filter_mode":"all",',
    `   | "card_url":"${card_url}",`,
    '   | "note":"x"}',
  ]);
});

test('A narrow terminal shows fewer columns, and never cuts an id', async () => {
  const row = {
    id: ID,
    direction: 'inbound',
    from: [{ address: `${'a'.repeat(30)}@example.com` }],
    to: [{ address: `${'b'.repeat(30)}@example.com` }],
    subject: 'Where is my order?',
    status: 'received',
    is_read: false,
  };
  expect((await printed([row], {}, true, 80)).split('\n')).toEqual([
    'ID                              FROM                SUBJECT             STATUS',
    `${ID}  aaaaaaaaaaaaaaaaa…  Where is my order?  received`,
    '',
  ]);
  expect(await printed([row], {}, true, 40)).toBe(`ID\n${ID}\n`);
  expect(await printed([row], {}, true, 200)).toMatch(/^ID +DIRECTION +FROM +TO +SUBJECT +STATUS +IS_READ\n/);
});

test('An id of a stranger is cut as any other text', () => {
  const row = { id: ID, message_id: `<${'x'.repeat(200)}@example.com>` };
  const [, line = ''] = tableOf([row], ['id', 'message_id'], 80);
  expect(line).toHaveLength(80);
  expect(line).toContain(ID);
});

test('A table of sessions says where each began and which one asks, and cuts no id', () => {
  const session = (id: string, current: boolean) => ({
    id: `ses_01M7YKTVVJAAFKNEW6HZDFK2Q${id}`,
    current,
    address: '203.0.113.24',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
    created_at: '2026-11-21T08:33:46.649Z',
    expires_at: '2026-11-21T20:33:46.649Z',
  });
  const rows = [session('1', true), session('2', false)];
  expect(tableOf(rows, columnsOf(rows, undefined, 80) ?? [], 80)).toEqual([
    'ID                              ADDRESS       CURRENT  USER_AGENT',
    'ses_01M7YKTVVJAAFKNEW6HZDFK2Q1  203.0.113.24  true     Mozilla/5.0 (X11; Linux …',
    'ses_01M7YKTVVJAAFKNEW6HZDFK2Q2  203.0.113.24  false    Mozilla/5.0 (X11; Linux …',
  ]);
  expect(columnsOf(rows, undefined, 120)).toEqual(['id', 'address', 'current', 'user_agent', 'created_at']);
});

test('Fields that were asked for and do not fit into columns are printed one below the other', async () => {
  const fields = ['id', 'thread_id', 'subject', 'status'];
  const row = { id: ID, thread_id: ID.replace('msg', 'thr'), subject: 'Hello', status: 'received' };
  expect((await printed([row], { fields }, true, 80)).split('\n')).toEqual([
    `id         ${ID}`,
    `thread_id  ${row.thread_id}`,
    'subject    Hello',
    'status     received',
    '',
    '',
  ]);
  expect(await printed([row], { fields }, true, 120)).toMatch(/^ID +THREAD_ID +SUBJECT +STATUS\n/);
});

test('A line for people is one line', () => {
  const written: string[] = [];
  const output = new Output({ isTerminal: true, columns: 80, write: (more) => void written.push(more) }, {});
  output.say('evt_1  failed: \u001b[31mno\r\nfrom  x\u2028y');
  expect(written.join('')).toBe('evt_1  failed: \ufffd[31mno from  x y\n');
});
