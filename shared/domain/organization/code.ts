import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { ErrorCode } from '../errors/errors.ts';

/** Six random digits. See: docs/contract/accounts.md#signup. */
export function generateCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** A code that was mailed, as stored: only its HMAC. */
export interface PendingCode {
  /** See: shared/runtime/keyring.ts. */
  hmac: string;
  /** Epoch milliseconds. */
  expiresAt: number;
  /** Wrong guesses so far. */
  guesses: number;
  used: boolean;
}

/** An HMAC that no code has. It is stored if no code was mailed, so that no guess can match. */
export function placeholderMac(): string {
  return randomBytes(32).toString('hex');
}

export type WrongGuess = { right: false; error: ErrorCode; countsAsAttempt: boolean };

/** The result of a check: the code that the guess matches, or an error. */
export type CodeCheck<T> = { right: true; code: T } | WrongGuess;

/**
 * Checks a guess. A wrong guess counts, and after a number of them (`codeGuesses`) the code is exhausted. An exhausted,
 * used or expired code is not compared at all.
 *
 * See: docs/contract/accounts.md#signup; docs/contract/limits.md#accounts.
 */
export function checkCode<T extends PendingCode>(
  code: T | undefined,
  guessMac: string,
  limits: { codeGuesses: number },
  now: number,
): CodeCheck<T> {
  if (code === undefined || code.used) return { right: false, error: 'auth.code_invalid', countsAsAttempt: false };
  if (code.guesses >= limits.codeGuesses) return { right: false, error: 'auth.code_exhausted', countsAsAttempt: false };
  if (now > code.expiresAt) return { right: false, error: 'auth.code_expired', countsAsAttempt: false };
  if (timingSafeEqual(Buffer.from(guessMac), Buffer.from(code.hmac))) return { right: true, code };
  return { right: false, error: 'auth.code_invalid', countsAsAttempt: true };
}

/** Whether a guess would still be compared with this code. */
export function isLiveCode(code: PendingCode, limits: { codeGuesses: number }, now: number): boolean {
  return !code.used && code.guesses < limits.codeGuesses && now <= code.expiresAt;
}

/**
 * Checks a guess against several codes, each of which has its own count of guesses. `guessMacs` has the HMAC of the
 * guess for each code, in the same order. The guess matches at most one of them. A wrong guess was compared with every
 * live code, so it counts for each. If none is live, the newest code decides the error.
 *
 * See: docs/contract/accounts.md#signup.
 */
export function checkGuessAmong<T extends PendingCode>(
  codes: readonly T[],
  guessMacs: readonly string[],
  limits: { codeGuesses: number },
  now: number,
): CodeCheck<T> {
  const checks = codes.flatMap((code, index) =>
    isLiveCode(code, limits, now) ? [checkCode(code, guessMacs[index] ?? '', limits, now)] : [],
  );
  const match = checks.find((check) => check.right);
  if (match !== undefined) return match;
  if (checks.length > 0) return { right: false, error: 'auth.code_invalid', countsAsAttempt: true };
  const newest = codes.reduce<T | undefined>(
    (latest, code) => (latest === undefined || code.expiresAt >= latest.expiresAt ? code : latest),
    undefined,
  );
  return checkCode(newest, '', limits, now);
}

/** The codes after a wrong guess: each live code has one guess less. */
export function countGuess<T extends PendingCode>(
  codes: readonly T[],
  limits: { codeGuesses: number },
  now: number,
): T[] {
  return codes.map((code) => (isLiveCode(code, limits, now) ? { ...code, guesses: code.guesses + 1 } : code));
}
