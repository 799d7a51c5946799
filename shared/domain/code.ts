import { randomInt, timingSafeEqual } from 'node:crypto';
import type { ErrorCode } from './errors.ts';

/** Six digits by the system's generator. Rule: specification, Signup details. */
export function generateCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** A code that was mailed, as kept: only its MAC. */
export interface PendingCode {
  /** Hex, 64 characters. */
  mac: string;
  /** Epoch milliseconds. */
  expiresAt: number;
  /** Wrong guesses so far. */
  guesses: number;
  used: boolean;
}

export type WrongGuess = { right: false; error: ErrorCode; counts: boolean };

/** A right guess hands over the code it fits. */
export type Judgement<T> = { right: true; code: T } | WrongGuess;

/**
 * Judges a guess. A wrong one counts; five burn the code. What is burnt, used or expired is not compared at all.
 *
 * Rule: specification, Signup details; shapes, Exact answers (a burnt code is exhausted, a used one invalid).
 */
export function judgeGuess<T extends PendingCode>(
  code: T | undefined,
  guessMac: string,
  limits: { codeGuesses: number },
  now: number,
): Judgement<T> {
  if (code === undefined || code.used) return { right: false, error: 'auth.code_invalid', counts: false };
  if (code.guesses >= limits.codeGuesses) return { right: false, error: 'auth.code_exhausted', counts: false };
  if (now > code.expiresAt) return { right: false, error: 'auth.code_expired', counts: false };
  if (timingSafeEqual(Buffer.from(guessMac), Buffer.from(code.mac))) return { right: true, code };
  return { right: false, error: 'auth.code_invalid', counts: true };
}
