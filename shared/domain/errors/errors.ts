import { BODY_SIZE_MESSAGE, EXAMPLE_MESSAGES, THROTTLED_MESSAGE } from '../limits/limit-messages.ts';

/**
 * The table of errors: code, HTTP status, whether a client may try again, and the message for people. The API returns
 * no other errors; anything else that is thrown becomes `internal.error`, without detail.
 *
 * See: docs/contract/errors.md#error-body; docs/contract/errors.md#error-codes.
 */
export const ERRORS = {
  'validation.failed': { status: 400, retryable: false, message: 'The request is invalid.' },
  'auth.unauthorized': { status: 401, retryable: false, message: 'Missing or invalid API key.' },
  'auth.invalid_credentials': {
    status: 401,
    retryable: false,
    message: 'The email address or password is wrong.',
  },
  'auth.second_factor_required': {
    status: 401,
    retryable: false,
    message: 'A code of the second factor is needed: `totp`. It was missing, wrong, or used before.',
  },
  'auth.second_factor_setup': {
    status: 403,
    retryable: false,
    message: 'The organization requires a second factor: set one up (POST /v1/auth/totp).',
  },
  'auth.second_factor_active': {
    status: 409,
    retryable: false,
    message: 'A second factor is active: remove it first (DELETE /v1/auth/totp).',
  },
  'auth.code_invalid': { status: 400, retryable: false, message: 'The code is wrong.' },
  'auth.code_expired': { status: 400, retryable: false, message: EXAMPLE_MESSAGES.codeExpired },
  'auth.code_exhausted': { status: 400, retryable: false, message: EXAMPLE_MESSAGES.codeGuesses },
  'auth.token_refused': {
    status: 401,
    retryable: false,
    message:
      'The token gets no key: the organization trusts no issuer by which it is valid, with a rule that it fulfils.',
  },
  'auth.already_claimed': { status: 409, retryable: false, message: 'The organization already has a login.' },
  'auth.forbidden': { status: 403, retryable: false, message: 'This key may not do that.' },
  'identity.suspended': { status: 403, retryable: false, message: 'The agent is suspended.' },
  'resource.not_found': { status: 404, retryable: false, message: 'No such resource.' },
  'route.not_found': { status: 404, retryable: false, message: 'No such route.' },
  'organization.slug_taken': { status: 409, retryable: false, message: 'The slug is taken.' },
  'identity.handle_taken': { status: 409, retryable: false, message: 'The handle is taken.' },
  'domain.taken': { status: 409, retryable: false, message: 'The domain is taken.' },
  'domain.in_use': { status: 409, retryable: false, message: 'The domain has mailboxes: delete them first.' },
  'contact_rule.duplicate': { status: 409, retryable: false, message: 'A rule with these terms already exists.' },
  'mailbox.taken': { status: 409, retryable: false, message: 'The address is taken.' },
  'trusted_issuer.duplicate': {
    status: 409,
    retryable: false,
    message: 'The organization already trusts this issuer: delete it first.',
  },
  'trusted_issuer.limit_reached': {
    status: 409,
    retryable: false,
    message: 'The organization trusts as many issuers as it may: delete one first.',
  },
  'member.duplicate': { status: 409, retryable: false, message: 'The person is already a member.' },
  'member.last_owner': {
    status: 409,
    retryable: false,
    message: 'The organization needs an owner: appoint another first.',
  },
  'member.limit_reached': {
    status: 409,
    retryable: false,
    message: 'The organization has as many members as it may, with those who are invited: remove one first.',
  },
  'idempotency.conflict': {
    status: 409,
    retryable: false,
    message: 'The idempotency key was already used with a different request body.',
  },
  'webhook.disabled': {
    status: 409,
    retryable: false,
    message: 'The endpoint is disabled: enable it first (PATCH /v1/webhooks/{id}).',
  },
  'webhook.limit_reached': { status: 409, retryable: false, message: EXAMPLE_MESSAGES.webhooks },
  'usage.agent_limit': { status: 409, retryable: false, message: EXAMPLE_MESSAGES.agents },
  'usage.storage_limit': { status: 409, retryable: false, message: EXAMPLE_MESSAGES.storage },
  'usage.tunnel_limit': { status: 409, retryable: false, message: EXAMPLE_MESSAGES.tunnels },
  'usage.email_limit': { status: 429, retryable: true, message: EXAMPLE_MESSAGES.emails },
  'contact_rule.recipient_blocked': {
    status: 403,
    retryable: false,
    message: 'A contact rule blocks this recipient.',
  },
  'mail.recipient_suppressed': { status: 403, retryable: false, message: 'The recipient is on the suppression list.' },
  'mail.virus_found': { status: 403, retryable: false, message: 'The message has a virus and is not forwarded.' },
  'mail.draft_closed': { status: 409, retryable: false, message: 'The draft has been sent or canceled.' },
  'mail.loop_suspected': {
    status: 429,
    retryable: true,
    message: 'Two programs seem to answer each other. Wait for Retry-After.',
  },
  'a2a.task_terminal': { status: 409, retryable: false, message: 'The task has ended.' },
  'a2a.task_waiting': { status: 409, retryable: false, message: 'The task waits for its caller.' },
  'a2a.task_claimed': { status: 409, retryable: true, message: 'Another worker has claimed the task.' },
  'a2a.invitation_closed': { status: 409, retryable: false, message: 'The invitation is closed.' },
  'identity_token.audience': {
    status: 403,
    retryable: false,
    message: 'The organization does not allow tokens for this audience (PUT /v1/identity-tokens/settings).',
  },
  'vault.proof_invalid': { status: 403, retryable: false, message: 'The proof is missing or invalid.' },
  'vault.lease_expired': { status: 409, retryable: false, message: 'The lease has expired.' },
  'vault.lease_exhausted': { status: 409, retryable: false, message: 'The lease is used up.' },
  'vault.lease_revoked': { status: 409, retryable: false, message: 'The lease is revoked.' },
  'vault.lease_claimed': { status: 409, retryable: false, message: 'The token of the lease was given already.' },
  'approval.changed': {
    status: 409,
    retryable: false,
    message: 'What would happen is not what the approver has seen: read the approval again.',
  },
  'approval.pending': { status: 409, retryable: false, message: 'No one has decided about it yet.' },
  'approval.closed': { status: 409, retryable: false, message: 'The approval has ended.' },
  'payload.too_large': { status: 413, retryable: false, message: BODY_SIZE_MESSAGE },
  'attachment.no_text': { status: 415, retryable: false, message: 'The attachment has no text.' },
  'payload.unsupported_type': { status: 415, retryable: false, message: 'The request body must be application/json.' },
  'rate_limit.exceeded': { status: 429, retryable: true, message: THROTTLED_MESSAGE },
  'service.unavailable': { status: 503, retryable: true, message: 'The service is temporarily unavailable.' },
  'internal.error': { status: 500, retryable: true, message: 'Something went wrong on our side.' },
} as const satisfies Record<string, { status: number; retryable: boolean; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

/**
 * The codes of limits that a stage can change. Their messages above are examples under the default limits; the message
 * of each error names the current value, when the limit resets, and the way out.
 */
export type LimitCode =
  | 'auth.code_expired'
  | 'auth.code_exhausted'
  | 'webhook.limit_reached'
  | 'usage.agent_limit'
  | 'usage.storage_limit'
  | 'usage.tunnel_limit'
  | 'usage.email_limit'
  | 'rate_limit.exceeded';

interface ErrorOptions {
  /** What led to the error: for the log alone, because the caller may not know it. Never a value of the request. */
  cause?: string;
  retryAfterSeconds?: number;
  extraFields?: Record<string, unknown>;
  neededScopes?: readonly string[];
}

/** The body of every error response. See: docs/contract/errors.md#error-body. */
export interface ErrorBody {
  error: { code: ErrorCode; message: string; request_id: string; retryable: boolean };
}

/** The only exception that operations throw on purpose. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Seconds after which a client may try again: the header `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** Members of the body in addition to `error`; only the readiness check has one. */
  readonly extraFields: Record<string, unknown>;
  /** All scopes that the operation needs, if the credential lacks one of them: for the header of the response. */
  readonly neededScopes: readonly string[] | undefined;

  constructor(code: Exclude<ErrorCode, LimitCode>, message?: string, options?: ErrorOptions);
  constructor(code: ErrorCode, message: string, options?: ErrorOptions);
  constructor(code: ErrorCode, message?: string, options: ErrorOptions = {}) {
    super(message ?? ERRORS[code].message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.extraFields = options.extraFields ?? {};
    this.neededScopes = options.neededScopes;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  toBody(requestId: string): ErrorBody {
    return {
      error: {
        code: this.code,
        message: this.message,
        request_id: requestId,
        retryable: ERRORS[this.code].retryable,
      },
    };
  }
}

/**
 * The error for a missing record, and for a record of another organization. Both responses are byte-identical, so the
 * message contains nothing from the request.
 *
 * See: docs/contract/conventions.md#order-of-checks.
 */
export function notFound(cause?: string): AppError {
  return new AppError('resource.not_found', undefined, { cause });
}

/** The error for credentials that are missing or wrong, the same for every reason. */
export function unauthorized(cause: string): AppError {
  return new AppError('auth.unauthorized', undefined, { cause });
}

/** The error for a field that is not valid. It names the field and what is expected of it. */
export function invalid(field: string, expected: string): AppError {
  return new AppError('validation.failed', `${field}: ${expected}`);
}
