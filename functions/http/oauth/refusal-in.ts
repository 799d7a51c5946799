import { AppError } from '#shared/domain/errors/errors.ts';
import type { EndpointRefusal } from '#shared/runtime/pipeline/http.ts';

/**
 * The response of an endpoint to a request that it or the pipeline refuses. `form` says what it has of the status and
 * the message; an error without a code shows none of its own.
 */
export function refusalIn(form: (status: number, message: string) => Omit<EndpointRefusal, 'status'>) {
  return (error: unknown): EndpointRefusal => {
    const { status, message } = error instanceof AppError ? error : new AppError('internal.error');
    return { status, ...form(status, message) };
  };
}
