import { describe, expect, test } from 'vitest';
import { errorBodySchema } from '#shared/contract/schemas/error.ts';
import { AppError, ERROR_CODES, ERRORS, type ErrorCode, invalid, notFound } from '#shared/domain/errors/errors.ts';

/** The errors of the contract (docs/contract/errors.md): status, and whether a client may try again. */
const LISTED: Record<string, [number, boolean]> = {
  'validation.failed': [400, false],
  'auth.unauthorized': [401, false],
  'auth.invalid_credentials': [401, false],
  'auth.code_invalid': [400, false],
  'auth.code_expired': [400, false],
  'auth.code_exhausted': [400, false],
  'auth.already_claimed': [409, false],
  'auth.forbidden': [403, false],
  'identity.suspended': [403, false],
  'resource.not_found': [404, false],
  'route.not_found': [404, false],
  'organization.slug_taken': [409, false],
  'identity.handle_taken': [409, false],
  'domain.taken': [409, false],
  'domain.in_use': [409, false],
  'contact_rule.duplicate': [409, false],
  'mailbox.taken': [409, false],
  'auth.second_factor_required': [401, false],
  'auth.second_factor_setup': [403, false],
  'auth.second_factor_active': [409, false],
  'member.duplicate': [409, false],
  'member.last_owner': [409, false],
  'member.limit_reached': [409, false],
  'idempotency.conflict': [409, false],
  'webhook.disabled': [409, false],
  'webhook.limit_reached': [409, false],
  'usage.agent_limit': [409, false],
  'usage.storage_limit': [409, false],
  'usage.tunnel_limit': [409, false],
  'usage.email_limit': [429, true],
  'contact_rule.recipient_blocked': [403, false],
  'mail.recipient_suppressed': [403, false],
  'mail.virus_found': [403, false],
  'mail.draft_closed': [409, false],
  'mail.loop_suspected': [429, true],
  'attachment.no_text': [415, false],
  'a2a.task_terminal': [409, false],
  'a2a.task_waiting': [409, false],
  'a2a.task_claimed': [409, true],
  'a2a.invitation_closed': [409, false],
  'identity_token.audience': [403, false],
  'auth.token_refused': [401, false],
  'trusted_issuer.duplicate': [409, false],
  'trusted_issuer.limit_reached': [409, false],
  'approval.changed': [409, false],
  'approval.closed': [409, false],
  'vault.proof_invalid': [403, false],
  'vault.lease_expired': [409, false],
  'vault.lease_exhausted': [409, false],
  'vault.lease_revoked': [409, false],
  'vault.lease_claimed': [409, false],
  'approval.pending': [409, false],
  'payload.too_large': [413, false],
  'payload.unsupported_type': [415, false],
  'rate_limit.exceeded': [429, true],
  'service.unavailable': [503, true],
  'internal.error': [500, true],
};

describe('the table of errors', () => {
  test('The table of errors has exactly the errors of the contract', () => {
    const table = Object.fromEntries(ERROR_CODES.map((code) => [code, [ERRORS[code].status, ERRORS[code].retryable]]));
    expect(table).toEqual(LISTED);
  });

  test.each(ERROR_CODES)('The body of the error %s has exactly four fields', (code: ErrorCode) => {
    const error = new AppError(code, ERRORS[code].message);
    const body = error.toBody('request-1');
    expect(errorBodySchema.safeParse(body).error).toBeUndefined();
    expect(Object.keys(body)).toEqual(['error']);
    expect(Object.keys(body.error)).toEqual(['code', 'message', 'request_id', 'retryable']);
    expect(body.error).toMatchObject({ code, request_id: 'request-1', retryable: LISTED[code]?.[1] });
    expect(error.status).toBe(LISTED[code]?.[0]);
    expect(body.error.message).toMatch(/\S/);
  });

  test('The message for a refused key names a missing or invalid key', () => {
    expect(ERRORS['auth.unauthorized'].message).toMatch(/missing or invalid .*key/i);
  });

  test('The error for a missing record is always the same, and repeats nothing of the request', () => {
    expect(notFound().toBody('r')).toEqual(notFound().toBody('r'));
    expect(notFound().code).toBe('resource.not_found');
  });

  test('The error for an invalid field names the field and what is expected of it', () => {
    expect(invalid('limit', 'at most 200').toBody('r').error).toMatchObject({
      code: 'validation.failed',
      message: 'limit: at most 200',
    });
  });

  test('An error about a limit that stages can change does not compile without a message', () => {
    // @ts-expect-error: without a message, the client does not learn the value of the limit.
    expect(new AppError('usage.agent_limit').message).toBe(ERRORS['usage.agent_limit'].message);
    // @ts-expect-error
    expect(new AppError('rate_limit.exceeded', undefined, { retryAfterSeconds: 1 }).status).toBe(429);
  });

  test('The table of errors shows each limit with a value and a way out', () => {
    const limits = ['auth.code_expired', 'auth.code_exhausted', 'webhook.limit_reached', 'usage.agent_limit'] as const;
    for (const code of [...limits, 'usage.email_limit', 'payload.too_large'] as const) {
      expect(ERRORS[code].message).toMatch(/\d/);
      expect(ERRORS[code].message).toMatch(/request a new code|delete one|verify the owner|send less/i);
    }
    expect(ERRORS['rate_limit.exceeded'].message).toContain('Retry-After');
  });
});
