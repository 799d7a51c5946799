import { AidError } from '../../typescript/src/index.ts';
import { NotFoundError } from './not-found-error.ts';
import { ExchangeError } from './token/exchange-error.ts';
import { UsageError } from './usage-error.ts';

/** The meanings of the exit codes, as `aid commands` prints them. */
export const EXIT_CODES = {
  0: 'done',
  1: 'failed',
  2: 'invalid usage',
  3: 'not authorized',
  4: 'not found',
  5: 'limited: too many requests, or a daily limit',
  130: 'interrupted',
} as const;

export type ExitCode = keyof typeof EXIT_CODES;

const BY_STATUS: Readonly<Record<number, ExitCode>> = { 401: 3, 403: 3, 404: 4, 429: 5 };

/** The exit code for the error that ended a command. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof UsageError) return 2;
  if (error instanceof NotFoundError) return 4;
  if (error instanceof AidError) return BY_STATUS[error.status ?? 0] ?? 1;
  // Token endpoints refuse a token with 400. See: RFC 6749, section 5.2.
  if (error instanceof ExchangeError) return error.status === 400 ? 3 : (BY_STATUS[error.status ?? 0] ?? 1);
  return 1;
}
