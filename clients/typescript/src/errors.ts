import { objectIn } from './json.ts';
import type { FetchedResponse } from './network.ts';

/** The parts of an error. */
export interface ErrorFields {
  readonly status?: number | undefined;
  readonly code: string;
  readonly requestId?: string | undefined;
  readonly retryable: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/**
 * An error of a call: the service refused it, or could not be reached. Programs should check `code`, not the message.
 */
export class AidError extends Error {
  override readonly name: string = 'AidError';
  /** The status of the response; `undefined` if there was none. */
  readonly status: number | undefined;
  /** What is wrong, for programs: `validation.failed`, `connection.failed`. */
  readonly code!: string;
  /** The id under which the service has logged the request. */
  readonly requestId: string | undefined;
  /**
   * Whether the same call may succeed later. It has already been retried, unless it would have had to wait too long.
   */
  readonly retryable!: boolean;
  /** How long the service asks the caller to wait before the next attempt. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { cause, ...fields }: ErrorFields) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, fields);
  }
}

/** 401: no key, or one that is unknown, malformed or revoked; or wrong credentials at a login. */
export class AuthError extends AidError {
  override readonly name: string = 'AuthError';
}

/** 403: the key may not do this. */
export class PermissionError extends AidError {
  override readonly name: string = 'PermissionError';
}

/** 404: it does not exist, or belongs to another organization or agent. */
export class NotFoundError extends AidError {
  override readonly name: string = 'NotFoundError';
}

/** 409: the state of the resource does not allow it. */
export class ConflictError extends AidError {
  override readonly name: string = 'ConflictError';
}

/** A lease that waits for a person: it has no token before its approval. */
export function leaseIsHeld(approvalId = ''): ConflictError {
  const message = `The lease waits for a person to decide about the approval ${approvalId}.`;
  return new ConflictError(message, { code: 'approval.pending', retryable: false });
}

/**
 * 400, 413, 415 and similar: the request is invalid, or it was not made because of a mistake of the program. The
 * message names the field or the option.
 */
export class ValidationError extends AidError {
  override readonly name: string = 'ValidationError';
}

/** 429: too many requests, or a daily limit is reached. */
export class RateLimitError extends AidError {
  override readonly name: string = 'RateLimitError';
}

/** 5xx: the service failed. Or the response is none of this service, with the code `response.invalid`. */
export class ServerError extends AidError {
  override readonly name: string = 'ServerError';
}

/** The service could not be reached, or the connection broke. */
export class ConnectionError extends AidError {
  override readonly name: string = 'ConnectionError';
}

/** An attempt took longer than `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = 'TimeoutError';
}

const CLASSES: Readonly<Record<number, typeof AidError>> = {
  401: AuthError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

/** Retrying does not change these errors, whatever the response says. */
const FINAL_STATUSES = [401, 404, 409];

/** Whether the same call may succeed later. */
export function mayPass(error: unknown): error is AidError {
  return error instanceof AidError && error.retryable && !FINAL_STATUSES.includes(error.status as number);
}

/** The error for an unsuccessful response. `text` is its body, which may come from a gateway. */
export function errorOf(response: FetchedResponse, text: string): AidError {
  const { status, headers } = response;
  const { error } = objectIn(text) as {
    error?: Partial<Record<'code' | 'message' | 'request_id' | 'retryable', unknown>>;
  };
  const fields = {
    status,
    code: textIn(error?.code) ?? `http.${status}`,
    requestId: textIn(error?.request_id) ?? headers.get('x-request-id') ?? undefined,
    retryable: error?.retryable === true || status === 429 || status >= 500,
    retryAfterMs: retryAfterMs(headers.get('retry-after')),
  };
  const Class = CLASSES[status] ?? (status >= 500 ? ServerError : status >= 400 ? ValidationError : AidError);
  return new Class(textIn(error?.message) ?? `The response has status ${status}.`, fields);
}

/** A gateway may have put anything in the place of the service's texts. */
function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The error for a response that this service does not send. Usually, another attempt would get the same. */
export function invalidResponse(message: string, status: number, retryable = false): ServerError {
  return new ServerError(message, { status, code: 'response.invalid', retryable });
}

/**
 * The error for a redirect, which is never followed: a key is sent only to the address of the service. Browsers hide
 * its status and where it leads to.
 */
export function redirectError({ status, headers }: FetchedResponse, url: string): ValidationError {
  const location = headers.get('location');
  const to = location !== null && URL.canParse(location, url) ? ` to ${new URL(location, url)}` : '';
  const message = `url: the service redirects ${url}${to}. Set url to the address of the service.`;
  return new ValidationError(message, { status: status || undefined, code: 'response.redirect', retryable: false });
}

/** `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3). */
function retryAfterMs(value: string | null): number | undefined {
  if (value === null) return undefined;
  // A date contains letters. Date.parse would accept some plain numbers too.
  const ms = /[a-z]/i.test(value) ? Date.parse(value) - Date.now() : Number(value) * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Why a connection failed: fetch puts the reason in the cause of its error. */
export function reasonOf(error: unknown): string {
  const { message, cause } = (error ?? {}) as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}
