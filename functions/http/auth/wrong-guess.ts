import { replaceCode, type VerificationCode } from '#shared/data/entities/organization/verification-code.ts';
import type { Key } from '#shared/data/table-client.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import type { WrongGuess } from '#shared/domain/organization/code.ts';
import { codeError } from '#shared/domain/organization/code-error.ts';
import { reject, type Write, write } from '#shared/runtime/pipeline/operation.ts';

/**
 * Counts a wrong code and returns the error. The count is committed on the condition that the row is unchanged, so that
 * every one of several concurrent guesses is counted before its caller gets a result.
 */
export function wrongGuess(
  key: Key,
  code: VerificationCode | undefined,
  check: WrongGuess,
  limits: Limits,
): Write<never> {
  const error = codeError(check.error, limits);
  if (code === undefined || !check.countsAsAttempt) throw error;
  return write((tx) => {
    tx.put(replaceCode(key, { ...code, guesses: code.guesses + 1 }));
    return reject(error);
  });
}
