import { replaceCode, type VerificationCode } from '../../../shared/data/entities/verification-code.ts';
import type { Key } from '../../../shared/data/table-client.ts';
import type { WrongGuess } from '../../../shared/domain/code.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { reject, type Write, write } from '../../../shared/runtime/pipeline/operation.ts';

/**
 * How a wrong guess ends: counted first, then refused. The count is written as the row was read, so of guesses made
 * at once each is counted, and none learns anything that was not.
 */
export function wrongGuess(key: Key, code: VerificationCode | undefined, judgement: WrongGuess): Write<never> {
  const error = new AppError(judgement.error);
  if (code === undefined || !judgement.counts) throw error;
  return write([], (staging) => {
    staging.put(replaceCode(key, { ...code, guesses: code.guesses + 1 }));
    return reject(error);
  });
}
