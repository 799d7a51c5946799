import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '../../domain/errors.ts';

/** The body of every error. Rule: specification, Errors. */
export const errorBodySchema = z
  .strictObject({
    error: z.strictObject({
      code: z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]]).meta({ description: 'Read this, not the message.' }),
      message: z.string(),
      request_id: z.string().meta({ description: 'Equals the x-request-id header and the id in the logs.' }),
      retryable: z.boolean(),
    }),
  })
  .meta({ id: 'Error' });
