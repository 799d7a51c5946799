import { ERRORS, type ErrorBody, type ErrorCode } from '#shared/domain/errors/errors.ts';

/** An error of the API, or of the way to it. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;

  constructor({ code, message }: Pick<ErrorBody['error'], 'code' | 'message'>, retryAfterSeconds?: number) {
    super(message);
    this.name = 'ServiceError';
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The call of the tool had to end before the service responded. */
export class OutOfTimeError extends ServiceError {
  constructor() {
    super({ code: 'internal.error', message: 'The service did not respond in time.' });
    this.name = 'OutOfTimeError';
  }
}

/** The error that a response of the API says. */
export function serviceErrorOf({ status, headers }: Response, body: unknown): ServiceError {
  const error = (body as Partial<ErrorBody> | undefined)?.error;
  const known = error !== undefined && Object.hasOwn(ERRORS, error.code);
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
  return new ServiceError(
    known ? error : { code: 'internal.error', message: `The service responded with ${status}.` },
    Number.isFinite(retryAfter) ? retryAfter : undefined,
  );
}

/** The result of a call; `undefined` if the API refuses it with a code. */
export async function unlessRefused<T>(call: Promise<T>, code: ErrorCode): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ServiceError && error.code === code) return undefined;
    throw error;
  }
}
