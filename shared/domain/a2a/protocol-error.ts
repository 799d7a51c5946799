import { BODY_SIZES } from '../limits/limit-messages.ts';

/**
 * The errors of the A2A protocol, by the reason that responses contain: the JSON-RPC code, the HTTP status, the
 * google.rpc status and the message for people.
 *
 * The last three are errors of the request pipeline. They have their HTTP status over JSON-RPC too, and the nearest
 * code that the protocol has: an oversized body is not a valid request, and a rate limit is one of its system errors.
 *
 * See: A2A v1.0, sections 3.3.2, 5.4, 9.5 and 11.6; JSON-RPC 2.0, section 5.1.
 */
export const PROTOCOL_ERRORS = {
  PARSE_ERROR: { rpc: -32700, http: 400, status: 'INVALID_ARGUMENT', message: 'Invalid JSON payload' },
  INVALID_REQUEST: { rpc: -32600, http: 400, status: 'INVALID_ARGUMENT', message: 'Request payload validation error' },
  METHOD_NOT_FOUND: { rpc: -32601, http: 404, status: 'NOT_FOUND', message: 'Method not found' },
  INVALID_PARAMS: { rpc: -32602, http: 400, status: 'INVALID_ARGUMENT', message: 'Invalid parameters' },
  INTERNAL_ERROR: { rpc: -32603, http: 500, status: 'INTERNAL', message: 'Internal error' },
  TASK_NOT_FOUND: { rpc: -32001, http: 404, status: 'NOT_FOUND', message: 'Task not found' },
  TASK_NOT_CANCELABLE: { rpc: -32002, http: 400, status: 'FAILED_PRECONDITION', message: 'Task cannot be canceled' },
  UNSUPPORTED_OPERATION: {
    rpc: -32004,
    http: 400,
    status: 'FAILED_PRECONDITION',
    message: 'This operation is not supported',
  },
  VERSION_NOT_SUPPORTED: {
    rpc: -32009,
    http: 400,
    status: 'FAILED_PRECONDITION',
    message:
      'Version not supported: this agent speaks version 1.0 of the A2A protocol, named in the header A2A-Version',
  },
  // Custom to this service: the protocol has no code for these (A2A v1.0, section 3.3.2).
  UNAUTHENTICATED: { rpc: -32000, http: 401, status: 'UNAUTHENTICATED', message: 'Missing or invalid API key.' },
  PERMISSION_DENIED: { rpc: -32000, http: 403, status: 'PERMISSION_DENIED', message: 'This key may not do that.' },
  STORAGE_LIMIT_REACHED: {
    rpc: -32000,
    http: 409,
    status: 'FAILED_PRECONDITION',
    message: 'The organization has reached its storage limit.',
  },
  CONTENT_TYPE_NOT_SUPPORTED: {
    rpc: -32005,
    http: 415,
    status: 'INVALID_ARGUMENT',
    message: 'The request body must be application/json or application/a2a+json',
  },
  PAYLOAD_TOO_LARGE: {
    rpc: -32600,
    http: 413,
    status: 'INVALID_ARGUMENT',
    message: `The request body is too large: at most ${BODY_SIZES.authenticated}`,
  },
  RATE_LIMIT_EXCEEDED: { rpc: -32603, http: 429, status: 'RESOURCE_EXHAUSTED', message: 'Too many requests' },
} as const satisfies Record<string, { rpc: number; http: number; status: string; message: string }>;

export type ProtocolReason = keyof typeof PROTOCOL_ERRORS;

/** A field that is not valid, by its name in the protocol. */
export interface FieldViolation {
  field: string;
  description: string;
}

/** One of the typed details of an error. */
export type ErrorDetail = { '@type': string } & Record<string, unknown>;

/** All reasons except those that only the request pipeline returns. */
const A2A_REASONS: ReadonlySet<ProtocolReason> = new Set(
  (Object.keys(PROTOCOL_ERRORS) as ProtocolReason[]).filter(
    (reason) => reason !== 'PAYLOAD_TOO_LARGE' && reason !== 'RATE_LIMIT_EXCEEDED',
  ),
);

/** The only exception that protocol methods throw on purpose. */
export class ProtocolError extends Error {
  readonly reason: ProtocolReason;
  readonly violations: readonly FieldViolation[];
  /** Seconds after which a client may try again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    reason: ProtocolReason,
    options: { message?: string; violations?: readonly FieldViolation[]; retryAfterSeconds?: number } = {},
  ) {
    super(options.message ?? PROTOCOL_ERRORS[reason].message);
    this.name = 'ProtocolError';
    this.reason = reason;
    this.violations = options.violations ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  /** The detail that names the error; undefined for errors that the protocol does not define. */
  errorInfo(): ErrorDetail | undefined {
    if (!A2A_REASONS.has(this.reason)) return undefined;
    // The protocol has no codes for authentication and authorization, so these errors have our domain.
    const domain = PROTOCOL_ERRORS[this.reason].rpc === -32000 ? 'aid' : 'a2a-protocol.org';
    return { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: this.reason, domain };
  }

  /** Further details: the fields that are not valid, or when to try again. */
  details(): ErrorDetail[] {
    if (this.violations.length > 0) {
      return [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: this.violations }];
    }
    if (this.retryAfterSeconds !== undefined) {
      return [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${this.retryAfterSeconds}s` }];
    }
    return [];
  }
}

/** The error for a parameter that is not valid. It names the parameter and what is expected of it. */
export function invalidParams(field: string, description: string): ProtocolError {
  return new ProtocolError('INVALID_PARAMS', { violations: [{ field, description }] });
}
