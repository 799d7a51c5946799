import type * as Sdk from '#clients/typescript/src/index.ts';

/** The exports of the package. */
export type AidStack = typeof Sdk;

/** The class of an error, in the words that all languages share. */
export function errorReport(sdk: AidStack, error: unknown): object {
  const { message = String(error), code, status, retryable, retryAfterMs, reason } = error as Record<string, unknown>;
  return {
    class: classOf(sdk, error),
    message,
    code: typeof code === 'string' ? code : null,
    status: status ?? null,
    retryable: retryable ?? null,
    retry_after_ms: retryAfterMs ?? null,
    reason: reason ?? null,
  };
}

function classOf(sdk: AidStack, error: unknown): string {
  if (error instanceof sdk.WebhookVerificationError) return 'webhook';
  // The subclass first.
  const classes = {
    timeout: sdk.TimeoutError,
    connection: sdk.ConnectionError,
    validation: sdk.ValidationError,
    auth: sdk.AuthError,
    permission: sdk.PermissionError,
    not_found: sdk.NotFoundError,
    conflict: sdk.ConflictError,
    rate_limit: sdk.RateLimitError,
    server: sdk.ServerError,
  };
  const found = Object.entries(classes).find(([, Class]) => error instanceof Class);
  if (found !== undefined) return found[0];
  const isCallers = error instanceof DOMException && ['AbortError', 'TimeoutError'].includes(error.name);
  return isCallers ? 'caller' : 'other';
}
