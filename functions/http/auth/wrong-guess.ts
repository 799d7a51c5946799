import { replaceCode, type VerificationCode } from '../../../shared/data/entities/verification-code.ts';
import type { Key } from '../../../shared/data/table-client.ts';
import type { WrongGuess } from '../../../shared/domain/code.ts';
import { codeError } from '../../../shared/domain/code-error.ts';
import type { Limits } from '../../../shared/domain/limits.ts';
import { reject, type Write, write } from '../../../shared/runtime/pipeline/operation.ts';

/**
 * How a wrong guess ends: counted first, then refused. The count is written as the row was read, so of guesses made
 * at once each is counted, and none learns anything that was not.
 */
export function wrongGuess(
  key: Key,
  code: VerificationCode | undefined,
  judgement: WrongGuess,
  limits: Limits,
): Write<never> {
  const error = codeError(judgement.error, limits);
  if (code === undefined || !judgement.countsAsAttempt) throw error;
  return write([], (tx) => {
    tx.put(replaceCode(key, { ...code, guesses: code.guesses + 1 }));
    return reject(error);
  });
}
