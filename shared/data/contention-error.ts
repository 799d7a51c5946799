import { AppError } from '#shared/domain/errors/errors.ts';
import { contentionMessage } from '#shared/domain/limits/limit-messages.ts';

/** Long enough for what the other writers do to end. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Other writers kept the rows of an operation busy until its deadline. The operation has changed nothing, and the
 * client may try again. The message of a worker returns to the queue, and is not counted as a failure: users can cause
 * it.
 *
 * See: docs/contract/errors.md#error-codes; docs/decisions/0002-one-commit.md#contention.
 */
export class ContentionError extends AppError {
  /** `cause` says what kept the operation from its commit, for the log. */
  constructor(cause: unknown) {
    super('rate_limit.exceeded', contentionMessage(), { retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.name = 'ContentionError';
    this.cause = cause;
  }
}
