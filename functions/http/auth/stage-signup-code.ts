import type { CodePurpose } from '#shared/data/entities/log/outbox.ts';
import {
  type PendingSignup,
  type PendingSignups,
  putWithheldSignup,
  replacePendingSignups,
  signupCodeContext,
} from '#shared/data/entities/organization/pending-signup.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { isLiveCode, type PendingCode } from '#shared/domain/organization/code.ts';
import { issueCode, NO_ORGANIZATION } from '#shared/services/codes/issue-code.ts';

export type SignupPurpose = Extract<CodePurpose, 'signup' | 'known_address'>;

interface SignupCode {
  before: PendingSignups;
  /** The signups that do not change. */
  others: readonly PendingSignup[];
  /** The signup that gets a new code. */
  signup: Omit<PendingSignup, keyof PendingCode | 'opens'>;
  /** Null if there is no one to write to. */
  purpose: SignupPurpose | null;
}

/**
 * Stages a new code for one signup. The other signups stay. Beyond the budget of the address, no signup changes, so
 * that a code that was mailed stays valid. Returns the time at which the new code expires.
 */
export function stageSignupCode(
  tx: TransactionBuilder,
  services: Parameters<typeof issueCode>[1],
  { before, others, signup, purpose }: SignupCode,
): number {
  const { email } = before;
  const { keyring, limits } = services;
  const hmacsOf = (id: string, code: string) => keyring.hmacs('code', signupCodeContext(email, id), code);
  const { pending, withinBudget } = issueCode(tx, services, {
    purpose,
    to: email,
    organizationName: signup.organizationName,
    organizationId: NO_ORGANIZATION,
    context: signupCodeContext(email, signup.id),
    isTaken: (code) =>
      others.some((other) => isLiveCode(other, limits, tx.now) && hmacsOf(other.id, code).includes(other.hmac)),
  });
  const fresh: PendingSignup = { ...signup, ...pending, opens: purpose === 'signup' ? 'account' : 'nothing' };
  tx.put(
    withinBudget ? replacePendingSignups(before, inOrder(before, others, fresh)) : putWithheldSignup(email, fresh),
  );
  return pending.expiresAt;
}

/** The signups in the order in which they were started: a renewed one keeps its position, a new one is last. */
function inOrder(before: PendingSignups, others: readonly PendingSignup[], fresh: PendingSignup): PendingSignup[] {
  const isRenewed = before.signups.some(({ id }) => id === fresh.id);
  return isRenewed ? before.signups.map((signup) => (signup.id === fresh.id ? fresh : signup)) : [...others, fresh];
}
