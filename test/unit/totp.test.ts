import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  generateRecoveryCodes,
  hashRecoveryCode,
  withoutRecoveryCode,
} from '#shared/domain/organization/recovery-code.ts';
import {
  base32Of,
  generateTotpSecret,
  hotp,
  isTotpCode,
  otpauthUrl,
  stepOfCode,
  totp,
} from '#shared/domain/organization/totp.ts';

/** The secret of the test vectors of RFC 4226 and, with SHA-1, RFC 6238. */
const KEY = Buffer.from('12345678901234567890');
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('At %i seconds the code is that of RFC 6238, appendix B', (seconds, code) => {
  expect(hotp(KEY, Math.floor(seconds / 30), 8)).toBe(code);
  expect(totp(SECRET, seconds * 1000)).toBe(code.slice(-6));
});

test('The first ten codes of a counter are those of RFC 4226, appendix D', () => {
  expect(Array.from({ length: 10 }, (_, counter) => hotp(KEY, counter))).toEqual(
    '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' '),
  );
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('Base32 of "%s" is that of RFC 4648, section 10, without padding', (text, base32) => {
  expect(base32Of(Buffer.from(text))).toBe(base32);
});

test('The secret of the vectors in base32 gives the same codes, and a new one has 160 bits', () => {
  expect(base32Of(KEY)).toBe(SECRET);
  expect(generateTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(generateTotpSecret()).not.toBe(generateTotpSecret());
});

test('A code is accepted in its step, one before and one after, and never at or before a step that was used', () => {
  const time = fc.integer({ min: 300_000, max: 4e12 });
  fc.assert(
    fc.property(time, fc.integer({ min: -4, max: 4 }), (now, apart) => {
      const step = Math.floor(now / 30_000) + apart;
      const code = hotp(KEY, step);
      const expected = Math.abs(apart) <= 1 ? step : undefined;
      // Another accepted step may have the same six digits.
      const found = stepOfCode(SECRET, code, { now, after: 0 });
      if (expected !== undefined) expect(found).toBeDefined();
      else if (found !== undefined) expect(hotp(KEY, found)).toBe(code);
      if (found !== undefined)
        expect(stepOfCode(SECRET, code, { now, after: Math.floor(now / 30_000) + 1 })).toBeUndefined();
    }),
  );
});

test('A text of another form is no code', () => {
  for (const text of ['12345', '1234567', '12345a', '１２３４５６', '']) expect(isTotpCode(text)).toBe(false);
  expect(stepOfCode(SECRET, '', { now: 59_000, after: 0 })).toBeUndefined();
});

test('The address has the service and the account, and parses', () => {
  const url = new URL(otpauthUrl(SECRET, { issuer: 'AID', account: 'ada+a&b@example.com' }));
  expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/AID:ada+a&b@example.com',
  ]);
  expect(Object.fromEntries(url.searchParams)).toEqual({ secret: SECRET, issuer: 'AID' });
});

test('Each of ten recovery codes is used once, however it is typed', () => {
  const codes = generateRecoveryCodes();
  expect(new Set(codes)).toHaveLength(10);
  let hashes = codes.map(hashRecoveryCode);
  for (const [index, code] of codes.entries()) {
    expect(code).toMatch(/^[a-z2-7]{4}(?:-[a-z2-7]{4}){3}$/);
    const typed = index % 2 === 0 ? code.toUpperCase() : ` ${code.replaceAll('-', ' ')} `;
    const left = withoutRecoveryCode(hashes, typed);
    expect(left).toHaveLength(9 - index);
    hashes = left ?? [];
    expect(withoutRecoveryCode(hashes, code)).toBeUndefined();
  }
});
