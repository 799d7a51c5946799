import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  generateSigningSecret,
  legacySignatureHeader,
  type SignedHeaders,
  signatureHeader,
  standardHeaders,
  verifySignature,
} from '#shared/domain/delivery/signature.ts';
import { legacySignature, verifyDelivery } from '#testing/verify-signature.ts';

const NOW = 1_800_000_000;
const SECRET = generateSigningSecret();
const BODY = Buffer.from('{"id":"evt_1","data":{"subject":"Grüße ✓"}}');
const SIGNED = {
  requestId: 'dlv_01J00000000000000000000000',
  timestamp: String(NOW),
  signature: signatureHeader([SECRET], { requestId: 'dlv_01J00000000000000000000000', timestamp: NOW, body: BODY }),
};

/** Two verifiers: the one of this project, and one that was written from the contract alone. */
function verify(headers: SignedHeaders, body: Uint8Array = BODY, secret = SECRET, now = NOW): boolean {
  const ours = verifySignature(secret, headers, body, now);
  const theirs = verifyDelivery(
    secret,
    {
      headers: {
        'x-aid-request-id': headers.requestId,
        'x-aid-timestamp': headers.timestamp,
        'x-aid-signature': headers.signature,
      },
      body,
    },
    now,
  );
  expect(theirs === 'genuine').toBe(ours);
  return ours;
}

describe('webhook signatures', () => {
  test('A signature is valid for our verifier and for a receiver’s', () => {
    fc.assert(
      fc.property(fc.json(), fc.uuid(), fc.integer({ min: 0, max: 4_000_000_000 }), (json, requestId, time) => {
        const secret = generateSigningSecret();
        const body = Buffer.from(json);
        const signature = signatureHeader([secret], { requestId, timestamp: time, body });
        expect(verify({ requestId, timestamp: String(time), signature }, body, secret, time)).toBe(true);
      }),
    );
  });

  test('The HMAC input is request id, timestamp and raw body joined by dots, with the whole secret text as the key', () => {
    const mac = createHmac('sha256', SECRET).update(`${SIGNED.requestId}.${NOW}.`).update(BODY).digest('hex');
    expect(SIGNED.signature).toBe(`v1=${mac}`);
  });

  test('A text and its UTF-8 bytes have the same signature', () => {
    const input = { requestId: SIGNED.requestId, timestamp: NOW };
    expect(signatureHeader([SECRET], { ...input, body: BODY.toString() })).toBe(SIGNED.signature);
  });

  test.each<[string, Partial<SignedHeaders>]>([
    ['the request id is missing', { requestId: undefined }],
    ['the timestamp is missing', { timestamp: undefined }],
    ['the signature is missing', { signature: undefined }],
    ['the timestamp is empty', { timestamp: '' }],
    ['the timestamp is not numeric', { timestamp: `${NOW}x` }],
    ['the timestamp is negative', { timestamp: `-${NOW}` }],
    ['the timestamp is a fraction', { timestamp: `${NOW}.0` }],
    ['the timestamp is another', { timestamp: String(NOW + 1) }],
    ['the request id is another', { requestId: 'dlv_01J00000000000000000000001' }],
    ['the signature has no version', { signature: SIGNED.signature.slice(3) }],
    ['the signature has another version', { signature: SIGNED.signature.replace('v1=', 'v2=') }],
    ['the signature is in upper case', { signature: SIGNED.signature.toUpperCase().replace('V1', 'v1') }],
    ['the signature is cut off', { signature: SIGNED.signature.slice(0, -1) }],
    ['the signature is empty', { signature: 'v1=' }],
  ])('A delivery is refused if %s', (_, broken) => {
    expect(verify({ ...SIGNED, ...broken })).toBe(false);
  });

  test.each([
    [300, true],
    [-300, true],
    [301, false],
    [-301, false],
  ])('A timestamp that is %i seconds away is accepted: %s', (away, accepted) => {
    expect(verify(SIGNED, BODY, SECRET, NOW + away)).toBe(accepted);
  });

  test('A changed bit of the body makes the signature invalid', () => {
    for (let at = 0; at < BODY.length; at++) {
      const changed = Buffer.from(BODY);
      changed[at] = (changed[at] as number) ^ 1;
      expect(verifySignature(SECRET, SIGNED, changed, NOW)).toBe(false);
    }
  });

  test('A signature is invalid for another secret', () => {
    expect(verify(SIGNED, BODY, generateSigningSecret())).toBe(false);
  });

  test('During a rotation both secrets sign, the newest first, and either signature is sufficient', () => {
    const fresh = generateSigningSecret();
    const signature = signatureHeader([fresh, SECRET], { requestId: SIGNED.requestId, timestamp: NOW, body: BODY });
    const [first, second] = signature.split(',');
    expect(second).toBe(SIGNED.signature);
    expect(verify({ ...SIGNED, signature }, BODY, fresh)).toBe(true);
    expect(verify({ ...SIGNED, signature }, BODY, SECRET)).toBe(true);
    expect(verify({ ...SIGNED, signature: `${second},${first}` }, BODY, fresh)).toBe(true);
    expect(verify({ ...SIGNED, signature }, BODY, generateSigningSecret())).toBe(false);
  });

  test('The legacy header signs the body alone', () => {
    expect(legacySignatureHeader(SECRET, BODY)).toBe(legacySignature(SECRET, BODY));
  });

  test('A signing secret consists of whsec_ and 33 random bytes, in letters and digits that both alphabets share', () => {
    const secrets = Array.from({ length: 1000 }, generateSigningSecret);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9]{44}$/);
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(33);
    }
    expect(new Set(secrets).size).toBe(1000);
  });
});

describe('the headers of Standard Webhooks', () => {
  const input = { requestId: SIGNED.requestId, timestamp: NOW, body: BODY };
  const mac = (key: Buffer) =>
    createHmac('sha256', key).update(`${input.requestId}.${NOW}.`).update(BODY).digest('base64');
  const keyOf = (secret: string) => Buffer.from(secret.slice(6), 'base64');
  const signatureUnder = (...secrets: string[]) => standardHeaders(secrets, input)['webhook-signature'];

  test('They sign id, timestamp and raw body with the decoded secret, one signature for each secret, newest first', () => {
    const fresh = generateSigningSecret();
    expect(standardHeaders([fresh, SECRET], input)).toEqual({
      'webhook-id': input.requestId,
      'webhook-timestamp': String(NOW),
      'webhook-signature': `v1,${mac(keyOf(fresh))} v1,${mac(keyOf(SECRET))}`,
    });
  });

  test('A secret of release 0.2.0 signs with the bytes that it encodes in base64url', () => {
    const bytes = Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 37 + 251) % 256));
    const secret = `whsec_${bytes.toString('base64url')}`;
    expect(secret).toMatch(/[-_]/);
    expect(signatureUnder(secret)).toBe(`v1,${mac(bytes)}`);
  });

  test('Bytes are the key in either alphabet of base64, with padding and without', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (array) => {
        const bytes = Buffer.from(array);
        for (const text of [bytes.toString('base64'), bytes.toString('base64url'), unpadded(bytes)]) {
          expect(signatureUnder(`whsec_${text}`)).toBe(`v1,${mac(bytes)}`);
        }
      }),
    );
  });

  test.each(['token-1', 'dGVzdA==', 'whsec_', 'whsec_x', 'whsec_a.b', 'whsec_dGVzdA=', 'WHSEC_dGVzdA=='])(
    'A token that encodes no key, such as %s, is the key itself',
    (token) => {
      expect(signatureUnder(token)).toBe(`v1,${mac(Buffer.from(token))}`);
    },
  );

  test('Without a secret there is no signature', () => {
    expect(Object.keys(standardHeaders([], input))).toEqual(['webhook-id', 'webhook-timestamp']);
  });
});

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

test('A signature over what is no timestamp, or over a request id that is missing, is refused', () => {
  const signed = (requestId: string, timestamp: string) =>
    `v1=${createHmac('sha256', SECRET).update(`${requestId}.${timestamp}.`).update(BODY).digest('hex')}`;
  for (const timestamp of [` ${NOW}`, `${NOW} `, '1.8e9', `+${NOW}`, '0x6b49d200', `00000${NOW}`]) {
    const headers = { requestId: 'dlv_1', timestamp, signature: signed('dlv_1', timestamp) };
    expect(verifySignature(SECRET, headers, BODY, NOW), timestamp).toBe(false);
  }
  const headers = { requestId: undefined, timestamp: `${NOW}`, signature: signed('undefined', `${NOW}`) };
  expect(verifySignature(SECRET, headers, BODY, NOW)).toBe(false);
});

test('A space after the comma between two signatures is allowed', () => {
  const [first, second] = [`v1=${'0'.repeat(64)}`, SIGNED.signature];
  expect(verifySignature(SECRET, { ...SIGNED, signature: `${first}, ${second}` }, BODY, NOW)).toBe(true);
});
