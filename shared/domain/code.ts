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

export type Judgement = { right: true } | { right: false; error: ErrorCode; counts: boolean };

/**
 * Judges a guess. A wrong one counts; five burn the code. What is burnt, used or expired is not compared at all.
 *
 * Rule: specification, Signup details; shapes, Exact answers (a burnt code is exhausted, a used one invalid).
 */
export function judgeGuess(
  code: PendingCode | undefined,
  guessMac: string,
  limits: { codeGuesses: number },
  now: number,
): Judgement {
  if (code === undefined || code.used) return { right: false, error: 'auth.code_invalid', counts: false };
  if (code.guesses >= limits.codeGuesses) return { right: false, error: 'auth.code_exhausted', counts: false };
  if (now > code.expiresAt) return { right: false, error: 'auth.code_expired', counts: false };
  if (timingSafeEqual(Buffer.from(guessMac), Buffer.from(code.mac))) return { right: true };
  return { right: false, error: 'auth.code_invalid', counts: true };
}
