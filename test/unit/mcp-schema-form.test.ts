import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { withoutNullArguments } from '#functions/http/mcp/message-form.ts';
import { inSchemaForm } from '#shared/contract/mcp/schema-form.ts';
import { TOOLS } from '#shared/contract/mcp/tools.ts';

const SCHEMA = z.strictObject({
  query: z.string(),
  limit: z.int().min(1).max(50).default(20),
  unread_only: z.boolean().optional(),
  to: z.array(z.string()).optional(),
  folder: z.enum(['inbox', 'spam']).optional(),
  files: z.array(z.strictObject({ filename: z.string().optional(), size: z.number().optional() })).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

test.each([
  [{ query: 'x', limit: null, to: null, folder: null }, { query: 'x' }],
  [
    { query: 'x', limit: '5' },
    { query: 'x', limit: 5 },
  ],
  [
    { query: '5', limit: ' 7 ' },
    { query: '5', limit: 7 },
  ],
  [
    { query: 'x', unread_only: 'true' },
    { query: 'x', unread_only: true },
  ],
  [
    { query: 'x', to: 'ada@example.com' },
    { query: 'x', to: ['ada@example.com'] },
  ],
  [
    { query: 'x', to: '["ada@example.com"]' },
    { query: 'x', to: ['ada@example.com'] },
  ],
  [
    { query: 'x', files: '[{"filename":null,"size":"3"}]' },
    { query: 'x', files: [{ size: 3 }] },
  ],
  [
    { query: 'x', metadata: '{"a":null}' },
    { query: 'x', metadata: { a: null } },
  ],
  [{ query: '[1]' }, { query: '[1]' }],
])('%j is read as %j', (given, meant) => {
  expect(inSchemaForm(SCHEMA, given)).toEqual(meant);
  expect(SCHEMA.safeParse(inSchemaForm(SCHEMA, given)).success).toBe(true);
});

test.each([
  [{ query: null }],
  [{ query: 'x', limit: 'five' }],
  [{ query: 'x', limit: '0x5' }],
  [{ query: 'x', limit: '' }],
  [{ query: 'x', unread_only: 'yes' }],
  [{ query: 'x', to: { a: 1 } }],
  [{ query: 'x', files: 'x' }],
  [{ query: 'x', metadata: '{' }],
  [{ query: 'x', unknown: null }],
  ['x'],
  [null],
])('%j stays as it is, and is refused', (given) => {
  expect(inSchemaForm(SCHEMA, given)).toEqual(given);
  expect(SCHEMA.safeParse(given).success).toBe(false);
});

test('Arguments that a schema accepts are not changed', () => {
  fc.assert(
    fc.property(
      fc.record({
        query: fc.string(),
        limit: fc.integer({ min: 1, max: 50 }),
        to: fc.array(fc.string()),
        metadata: fc.dictionary(fc.string(), fc.jsonValue()),
      }),
      (given) => {
        expect(SCHEMA.parse(inSchemaForm(SCHEMA, given))).toEqual(SCHEMA.parse(given));
      },
    ),
  );
});

test('Every optional argument of every tool may be null', () => {
  for (const { name, input } of Object.values(TOOLS)) {
    const optional = Object.entries(input.shape).filter(([, schema]) => schema.safeParse(undefined).success);
    const given = Object.fromEntries(optional.map(([argument]) => [argument, null]));
    expect({ name, form: inSchemaForm(input, given) }).toEqual({ name, form: {} });
  }
});

test('A call with null for its arguments has none, alone and in a batch', () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: null } };
  const meant = { ...call, params: { name: 'whoami' } };
  expect(JSON.parse(String(withoutNullArguments(JSON.stringify(call))))).toEqual(meant);
  expect(JSON.parse(String(withoutNullArguments(Buffer.from(JSON.stringify([call, 5])))))).toEqual([meant, 5]);
  const text = JSON.stringify({ ...call, params: { name: 'x', arguments: { text: '"arguments":null' } } });
  expect(JSON.parse(String(withoutNullArguments(text)))).toEqual(JSON.parse(text));
  expect(withoutNullArguments('{"arguments":null')).toBe('{"arguments":null');
});
