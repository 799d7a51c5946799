import { PermanentSendError, TransientSendError } from './mail-provider.ts';

/**
 * What an error of SES means for the mail. Those named here are certain: SES did not take it. All others (5xx, lost
 * connections, time-outs) leave open whether it did.
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

/** What SES answers where a tenant is not there or may not use something: each of these names the tenant. */
const TENANT_MISSING: ReadonlySet<string> = new Set([
  'NotFoundException',
  'BadRequestException',
  'AccessDeniedException',
]);

/** Whether SES did not take a mail because of the tenant it was sent for, and not because of the mail. */
export function isAboutTenant(error: unknown): boolean {
  return error instanceof Error && TENANT_MISSING.has(error.name) && /\btenant\b/i.test(error.message);
}

/** What SES also calls a rejected message: its account, configuration set or tenant is paused, for now. */
const PAUSED = /\bsending\b.{0,80}\b(?:paused|suspended|disabled)\b/i;

/** Turns what SES threw into a verdict on the mail. */
export function classifySesError(error: unknown): PermanentSendError | TransientSendError {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  // Of a tenant that was just made SES may not know everywhere yet.
  if (isAboutTenant(error) || PAUSED.test(message)) return new TransientSendError(`${name}: ${message}`, true);
  if (FINAL.has(name)) return new PermanentSendError(`${name}: ${message}`.slice(0, 500));
  return new TransientSendError(`${name}: ${message}`, RETRYABLE.has(name));
}
