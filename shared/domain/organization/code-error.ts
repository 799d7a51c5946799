import { AppError, ERRORS, type ErrorCode } from '../errors/errors.ts';
import { codeExpiredMessage, codeGuessesMessage } from '../limits/limit-messages.ts';
import type { Limits } from '../limits/limits.ts';

/** The error for a wrong guess. If a limit is the reason, its message names the limit. */
export function codeError(error: ErrorCode, limits: Pick<Limits, 'codeGuesses' | 'codeMinutes'>): AppError {
  switch (error) {
    case 'auth.code_exhausted':
      return new AppError(error, codeGuessesMessage(limits));
    case 'auth.code_expired':
      return new AppError(error, codeExpiredMessage(limits));
    default:
      return new AppError(error, ERRORS[error].message);
  }
}
