import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sendMessageSchema } from '#shared/contract/schemas/a2a-protocol.ts';
import { protoJson } from '#shared/contract/schemas/proto-json.ts';

const text = fc.string({ minLength: 1, maxLength: 20 }).filter((value) => /^[\x20-\x7e]+$/.test(value));
const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__'));
const struct = fc.dictionary(text, json, { maxKeys: 4 }).filter((value) => !('__proto__' in value));
const bytes = fc.uint8Array({ maxLength: 32 });
const part = fc.oneof(
  fc.record({ text: fc.string() }),
  fc.record({ raw: bytes.map((value) => Buffer.from(value).toString('base64')) }),
  fc.record({ data: json }),
  fc.record({ text, filename: text, metadata: struct }),
);
const request = fc.record({
  message: fc.record(
    {
      messageId: text,
      role: fc.constant('ROLE_USER' as const),
      parts: fc.array(part, { minLength: 1, maxLength: 4 }),
      taskId: text,
      metadata: struct,
      referenceTaskIds: fc.array(text, { maxLength: 2 }),
    },
    { requiredKeys: ['messageId', 'role', 'parts'] },
  ),
  configuration: fc.record({ historyLength: fc.nat(1000), returnImmediately: fc.boolean() }, { requiredKeys: [] }),
});

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The same message in another valid form: proto names, numbers as text, and nulls for fields that are not set. */
function inOtherWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOtherWords);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [
    snake(name),
    name === 'metadata' || name === 'data' ? member : name === 'historyLength' ? String(member) : inOtherWords(member),
  ]);
  return Object.fromEntries([...members, ['filename', null], ['unknownField', { a: 1 }]].reverse());
}

/** The value after JSON serialization, which has no -0. */
const given = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe('ProtoJSON', () => {
  test('Both spellings of ProtoJSON are read the same, and the client’s own JSON is kept byte-identical', () => {
    fc.assert(
      fc.property(request.map(given), (message) => {
        const plain = sendMessageSchema.parse(protoJson(message));
        expect(plain).toEqual(message);
        expect(sendMessageSchema.parse(protoJson(inOtherWords(message)))).toEqual(message);
      }),
      { numRuns: 300 },
    );
  });

  test('The ProtoJSON parser throws for no JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        sendMessageSchema.safeParse(protoJson(value));
      }),
    );
  });

  test.each([
    ['AAEC', 'AAEC'],
    ['-_8', '+/8='],
    ['-_8=', '+/8='],
    ['', ''],
  ])('The bytes %j are read in either alphabet, with or without padding', (raw, standard) => {
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ raw }] };
    expect(sendMessageSchema.parse({ message }).message.parts).toEqual([{ raw: standard }]);
  });

  test.each(['A', 'AA*A', 'AAAA====A', 'ä'])('The bytes %j are refused', (raw) => {
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ raw }] };
    expect(sendMessageSchema.safeParse({ message }).success).toBe(false);
  });

  test.each([[{}], [{ text: 'a', data: 1 }], [{ text: 'a', url: 'https://x.example' }], [{ url: 'x' }], [{ text: 5 }]])(
    'The part %j is refused',
    (part) => {
      const message = { messageId: 'm', role: 'ROLE_USER', parts: [part] };
      expect(sendMessageSchema.safeParse(protoJson({ message })).success).toBe(false);
    },
  );
});
