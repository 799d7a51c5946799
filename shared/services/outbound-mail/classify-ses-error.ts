import { PermanentSendError, TransientSendError } from './mail-provider.ts';

/**
 * Errors that say for certain that SES did not accept the mail. With all other errors (5xx, lost connections,
 * timeouts), SES may have accepted it.
 *
 * Source: SES API v2 reference, SendEmail (Errors) and Common errors.
 */
const FINAL: ReadonlySet<string> = new Set([
  'MessageRejected',
  'MailFromDomainNotVerifiedException',
  'AccountSuspendedException',
  'BadRequestException',
]);

const RETRYABLE: ReadonlySet<string> = new Set([
  'TooManyRequestsException',
  'LimitExceededException',
  'SendingPausedException',
  'Throttling',
  'ThrottlingException',
  'NotFoundException',
  'AccessDeniedException',
]);

/** Errors for a tenant that does not exist or lacks a resource. Their messages name the tenant. */
const TENANT_MISSING: ReadonlySet<string> = new Set([
  'NotFoundException',
  'BadRequestException',
  'AccessDeniedException',
]);

/** Whether SES rejected an email because of its tenant and not because of the mail. */
export function isAboutTenant(error: unknown): boolean {
  return error instanceof Error && TENANT_MISSING.has(error.name) && /\btenant\b/i.test(error.message);
}

/** SES reports a paused account, configuration set or tenant as a rejected message too. A pause is temporary. */
const PAUSED = /\bsending\b.{0,80}\b(?:paused|suspended|disabled)\b/i;

/** Decides whether an error of SES is permanent. */
export function classifySesError(error: unknown): PermanentSendError | TransientSendError {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  // A new tenant may not be known in all of SES yet.
  if (isAboutTenant(error) || PAUSED.test(message)) return new TransientSendError(`${name}: ${message}`, true);
  if (FINAL.has(name)) return new PermanentSendError(`${name}: ${message}`.slice(0, 500));
  return new TransientSendError(`${name}: ${message}`, RETRYABLE.has(name));
}
