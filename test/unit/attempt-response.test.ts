import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { attemptResponseRow, responseContext } from '#shared/data/entities/delivery/attempt-response.ts';
import {
  KEPT_RESPONSE_BYTES,
  keptHeaders,
  packResponse,
  unpackResponse,
} from '#shared/domain/delivery/receiver-response.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { Keyring } from '#shared/runtime/keyring.ts';

/** Headers of a receiver behind a proxy. */
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': '2048',
  date: 'Sat, 28 Nov 2026 08:00:00 GMT',
  server: 'nginx/1.27.1',
  via: '1.1 google',
  'x-request-id': 'b1946ac9-2f0f-4b3c-9b6e-8f0e1f1f7d1a',
  'cf-ray': '8e9f1c2d3a4b5c6d-FRA',
};

/** The bytes that DynamoDB counts. Source: DynamoDB developer guide, item sizes and formats. */
function storedBytes(body: Uint8Array): number {
  const at = 1_800_000_000_000;
  const attempt = {
    organizationId: makeId('organization', at, randomPart()),
    deliveryId: makeId('delivery', at, randomPart()),
    endedAt: at,
  };
  const packed = packResponse({ headers: HEADERS, body, truncated: false });
  const sealed = new Keyring(randomBytes(32)).sealBytes('delivery-response', responseContext(attempt), packed);
  const sizes = Object.entries(attemptResponseRow({ ...attempt, sealed })).map(([name, value]) => {
    // A number takes a byte for two digits, and one more.
    const size = typeof value === 'number' ? Math.ceil(String(value).length / 2) + 1 : (value as string).length;
    return name.length + size;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('The write of a response is one unit with a body of 600 bytes, and three with the longest, as the costs say', () => {
  const unitsOf = (bytes: number) => Math.ceil(storedBytes(Buffer.alloc(bytes, 'a')) / 1024);
  expect([0, 15, 600, KEPT_RESPONSE_BYTES].map(unitsOf)).toEqual([1, 1, 1, 3]);
});

test('A packed response is unpacked as it was, whatever its bytes', () => {
  for (const body of [Buffer.from(''), Buffer.from('\n\n'), Buffer.from([0, 255, 10, 13])]) {
    const response = { headers: { server: 'a\nb' }, body, truncated: true };
    expect(unpackResponse(packResponse(response))).toEqual(response);
  }
});

test('Only the listed headers are kept, each up to a length, and repeated ones in one text', () => {
  const kept = keptHeaders({
    server: 's'.repeat(1000),
    via: ['1.1 a', '1.1 b'],
    'set-cookie': ['a=b'],
    authorization: 'Bearer x',
    'proxy-authorization': 'x',
    cookie: 'a=b',
    'x-api-key': 'x',
  });
  expect(kept).toEqual({ server: 's'.repeat(256), via: '1.1 a, 1.1 b' });
});
