import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { hmacSha256 } from '#clients/typescript/src/webhooks/hmac-sha256.ts';
import { verifyWebhook, WebhookVerificationError } from '#clients/typescript/src/webhooks/verify-webhook.ts';
import type { WebhookVector } from '#scripts/client-vectors/webhook-vectors.ts';

const file = join(import.meta.dirname, '../../clients/vectors/webhooks.json');
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: WebhookVector[] };
const [genuine] = vectors;

afterEach(() => vi.useRealTimers());

function outcomeOf(vector: WebhookVector, headers: Parameters<typeof verifyWebhook>[1], body: string | Uint8Array) {
  vi.useFakeTimers({ toFake: ['Date'], now: vector.now * 1000 + 999 });
  try {
    const event = verifyWebhook(body, headers, vector.secrets, { toleranceSeconds: vector.tolerance_seconds });
    expect(event).toEqual(JSON.parse(Buffer.from(vector.body_base64, 'base64').toString()));
    return 'valid';
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return error.reason;
  }
}

test.each(vectors)('verifyWebhook agrees with the vector: $name', (vector) => {
  const bytes = Buffer.from(vector.body_base64, 'base64');
  expect(outcomeOf(vector, vector.headers, bytes)).toBe(vector.outcome);
  const lists = Object.fromEntries(Object.entries(vector.headers).map(([name, value]) => [name, [value]]));
  expect(outcomeOf(vector, lists, bytes)).toBe(vector.outcome);
  if (bytes.equals(Buffer.from(bytes.toString()))) {
    expect(outcomeOf(vector, vector.headers, bytes.toString())).toBe(vector.outcome);
  }
});

/** Headers of fetch drop white space around values, so a timestamp with a space at its end is a good one. */
test.each(vectors.filter(({ headers }) => Object.values(headers).every((value) => value === value.trim())))(
  'verifyWebhook agrees, with the headers of fetch, with the vector: $name',
  (vector) => {
    const bytes = Buffer.from(vector.body_base64, 'base64');
    expect(outcomeOf(vector, new Headers(vector.headers), bytes)).toBe(vector.outcome);
  },
);

test('verifyWebhook refuses a parsed body with a sentence that says why', () => {
  if (genuine === undefined) throw new Error('there are no vectors');
  const parsed = JSON.parse(Buffer.from(genuine.body_base64, 'base64').toString());
  const verify = () => verifyWebhook(parsed, genuine.headers, genuine.secrets);
  expect(verify).toThrow(WebhookVerificationError);
  expect(verify).toThrow('not a parsed object: the signature covers the bytes');
});

test('verifyWebhook accepts no delivery if the tolerance is no number', () => {
  if (genuine === undefined) throw new Error('there are no vectors');
  vi.useFakeTimers({ toFake: ['Date'], now: genuine.now * 1000 });
  const body = Buffer.from(genuine.body_base64, 'base64');
  const verify = () => verifyWebhook(body, genuine.headers, genuine.secrets, { toleranceSeconds: Number.NaN });
  expect(verify).toThrow('toleranceSeconds is not a number');
});

test('The HMAC of the SDK is that of Node, for keys and messages of any length', () => {
  const bytes = fc.uint8Array({ maxLength: 300 });
  fc.assert(
    fc.property(bytes, fc.array(bytes, { maxLength: 3 }), (key, parts) => {
      const expected = createHmac('sha256', key).update(Buffer.concat(parts)).digest();
      expect(Buffer.from(hmacSha256(key, ...parts)).equals(expected)).toBe(true);
    }),
  );
  for (let length = 0; length <= 130; length += 1) {
    const message = Buffer.alloc(length, 0xa5);
    const expected = createHmac('sha256', message).update(message).digest('hex');
    expect(Buffer.from(hmacSha256(message, message)).toString('hex')).toBe(expected);
  }
});
