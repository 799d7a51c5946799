import { ProviderRefusal, ProviderTrouble } from './mail-provider.ts';

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

const LATER: ReadonlySet<string> = new Set([
  'TooManyRequestsException',
  'LimitExceededException',
  'SendingPausedException',
  'Throttling',
  'ThrottlingException',
  'NotFoundException',
]);

/** Turns what SES threw into a verdict on the mail. */
export function sesVerdict(error: unknown): ProviderRefusal | ProviderTrouble {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  if (FINAL.has(name)) return new ProviderRefusal(`${name}: ${message}`.slice(0, 500));
  return new ProviderTrouble(`${name}: ${message}`, LATER.has(name));
}
