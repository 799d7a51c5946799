import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { base32Of } from './totp.ts';

/** How many recovery codes a person gets. */
const RECOVERY_CODES = 10;

/** The random bytes of a code: 80 bits, so that its hash needs neither a key nor a slow function. */
const CODE_BYTES = 10;

/** New recovery codes, for the person to keep: `abcd-efgh-ijkl-mnop`. Each is used once in place of the app. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const text = base32Of(randomBytes(CODE_BYTES)).toLowerCase();
    return (text.match(/.{4}/g) ?? []).join('-');
  });
}

/** The hash that is stored of a recovery code. It may be typed in capitals or without hyphens. */
export function hashRecoveryCode(code: string): string {
  const letters = code.toLowerCase().replace(/[^a-z2-7]/g, '');
  return createHash('sha256').update(`recovery code ${letters}`).digest('hex');
}

/** The hashes without that of a code; `undefined` if the code has none. All are compared, in constant time. */
export function withoutRecoveryCode(hashes: readonly string[], code: string): string[] | undefined {
  const given = Buffer.from(hashRecoveryCode(code));
  const others = hashes.filter((hash) => !timingSafeEqual(Buffer.from(hash), given));
  return others.length === hashes.length ? undefined : others;
}
