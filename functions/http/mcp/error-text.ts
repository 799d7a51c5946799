import { AppError, type ErrorCode } from '#shared/domain/errors/errors.ts';
import { ForeignAddressError } from './addresses-of-others.ts';
import { messageForModel } from './message-for-model.ts';
import { untrustedBlocks } from './results/untrusted.ts';
import { ServiceError } from './service-error.ts';

const NEW_LEASE = 'Create a new lease.';

/** What a model can do about an error. */
const NEXT_STEPS: Readonly<Partial<Record<ErrorCode, string>>> = {
  'validation.failed': 'Correct the arguments and call again.',
  'auth.unauthorized': 'The key was revoked or has expired. Tell the person you work for.',
  'auth.forbidden': 'Your key may not do that. Do not retry.',
  'identity.suspended': 'The agent is suspended. Tell the person you work for.',
  'resource.not_found': 'Check the id: list or search to find the right one.',
  'idempotency.conflict': 'You used this idempotency_key for something else. Use another one.',
  'contact_rule.recipient_blocked': 'A rule of your organization blocks this recipient. Do not retry.',
  'mail.recipient_suppressed': 'Earlier email to this address bounced or was reported as spam. Do not retry.',
  'mail.loop_suspected': 'You and the other side may be answering each other without end. Ask the person you work for.',
  'usage.email_limit': 'No more email can be sent today. Try again after the limit resets.',
  'usage.storage_limit': 'Your organization has no storage left. Tell the person you work for.',
  'a2a.task_terminal': 'The task has ended. Send a new one instead.',
  'identity_token.audience': 'Your organization does not allow tokens for this audience. Tell the person you work for.',
  'vault.proof_invalid': 'This agent has a keypair, and tools cannot sign proofs. Use the vault from a program.',
  'vault.lease_claimed': 'Call redeem_lease with the lease_token, or create a new lease.',
  'approval.pending': 'Wait with wait_for_event and the type approval.decided.',
  'vault.lease_expired': NEW_LEASE,
  'vault.lease_exhausted': NEW_LEASE,
  'vault.lease_revoked': NEW_LEASE,
  'payload.too_large': 'Send less: attachments may have 3.5 MB in total.',
  'rate_limit.exceeded': 'Wait, then call again.',
};

/** Errors that say nothing about whether the call was done. */
const UNCERTAIN: ReadonlySet<ErrorCode> = new Set(['service.unavailable', 'internal.error']);

export interface ErrorText {
  readonly text: string;
  readonly code: ErrorCode;
  /** Whether the error is one that the API defines. Anything else is a defect of the server. */
  readonly isKnown: boolean;
}

/** What of an error depends on the call. */
export interface CallAdvice {
  /** What to do where the call may have been done. */
  readonly repeating: string;
  /** The message of a request that the API finds invalid, with the tool's arguments in place of the API's fields. */
  readonly naming: (message: string) => string;
}

/** An error as a model reads it: what went wrong, what to do next, and the id to report. */
export function errorText(error: unknown, requestId: string, { repeating, naming }: CallAdvice): ErrorText {
  const isKnown = error instanceof AppError || error instanceof ServiceError;
  const { code, message: said, retryAfterSeconds } = isKnown ? error : new AppError('internal.error');
  // What the server itself refuses is in the words of the tool already.
  const message = error instanceof ServiceError && code === 'validation.failed' ? naming(said) : messageForModel(said);
  const after = retryAfterSeconds === undefined ? '' : ` Retry after ${retryAfterSeconds} seconds.`;
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  const nextStep = UNCERTAIN.has(code)
    ? `${repeating} If the error persists, report the request id.`
    : (NEXT_STEPS[code] ?? '');
  const sentences = [sentence, nextStep].filter((one) => one !== '').join(' ');
  const block = error instanceof ForeignAddressError ? addressBlock(error) : '';
  return { text: `${sentences}${after} (${code}, request ${requestId})${block}`, code, isKnown };
}

/** The addresses between marks, with the sentence about them. */
function addressBlock({ addresses }: ForeignAddressError): string {
  const { sentence, wrap } = untrustedBlocks(addresses);
  const lines = addresses.map((address, index) => `Address ${index + 1}: ${address}`);
  return `\n\n${sentence}\n\n${wrap(lines.join('\n'))}`;
}
