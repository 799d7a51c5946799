import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '#shared/domain/errors/errors.ts';
import { described } from '#shared/domain/schema/described.ts';

const errorCodeSchema = z
  .enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]])
  .meta({ id: 'ErrorCode', description: 'What went wrong, for programs. Later versions may add more.' });

export const errorDetailSchema = described(
  'ErrorDetail',
  'What went wrong.',
  z.strictObject({ code: errorCodeSchema, message: z.string(), request_id: z.string(), retryable: z.boolean() }),
  {
    code: 'The error code. Programs should check this, not the message.',
    message: 'A text for people.',
    request_id: 'The id of the request, as in the header `x-request-id`.',
    retryable: 'Whether the same request may succeed later.',
  },
);

/** The body of every error. See: docs/contract/errors.md#error-body. */
export const errorBodySchema = described(
  'ErrorBody',
  'The body of every error.',
  z.strictObject({ error: errorDetailSchema }),
  { error: null },
);
