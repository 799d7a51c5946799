import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SECOND } from '../time/time.ts';

/**
 * Time-based one-time passwords, as authenticator apps make them: SHA-1, six digits, 30 seconds.
 *
 * See: RFC 6238; RFC 4226, section 5.3; docs/decisions/0089-members-and-roles.md#the-second-factor.
 */
const STEP_MS = 30 * SECOND;
const DIGITS = 6;

/** How far from the present step a code may be: clocks differ, and people type slowly. */
const MAX_STEPS_APART = 1;

/** The recommended length of a secret (RFC 4226, section 4, R6). */
const SECRET_BYTES = 20;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret, in base32 without padding (RFC 4648, section 6), as authenticator apps read it. */
export function generateTotpSecret(): string {
  return base32Of(randomBytes(SECRET_BYTES));
}

/** The address of a secret for authenticator apps, which they read from a QR code. */
export function otpauthUrl(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

/** Whether a text has the form of such a code. */
export function isTotpCode(text: string): boolean {
  return /^[0-9]{6}$/.test(text);
}

/**
 * The step that a code is of, among those that are accepted at a time (epoch milliseconds) and follow the step `after`,
 * which is the last one that was used; `undefined` if there is none. Every accepted step is compared, in constant time.
 */
export function stepOfCode(
  secret: string,
  code: string,
  { now, after }: { now: number; after: number },
): number | undefined {
  const key = bytesOf(secret);
  const present = Math.floor(now / STEP_MS);
  let found: number | undefined;
  for (let step = present - MAX_STEPS_APART; step <= present + MAX_STEPS_APART; step++) {
    const isSame = timingSafeEqual(Buffer.from(hotp(key, step)), Buffer.from(code.padEnd(DIGITS).slice(0, DIGITS)));
    if (isSame && step > after) found ??= step;
  }
  return found;
}

/** The code of a secret at a time. */
export function totp(secret: string, now: number): string {
  return hotp(bytesOf(secret), Math.floor(now / STEP_MS));
}

/** The code for a counter. See: RFC 4226, section 5.3. */
export function hotp(key: Uint8Array, counter: number, digits = DIGITS): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', key).update(message).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const truncated = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(truncated % 10 ** digits).padStart(digits, '0');
}

/** Bytes in base32, without padding. */
export function base32Of(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
