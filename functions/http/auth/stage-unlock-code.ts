import { findLoginAttempts, type NetworkHmacs } from '#shared/data/entities/organization/login-attempts.ts';
import {
  findUnlockCode,
  insertUnlockCode,
  putWithheldUnlockCode,
  unlockCodeKey,
} from '#shared/data/entities/organization/verification-code.ts';
import { findUnlockMailBudget, type ServiceMailBudget } from '#shared/data/entities/stage/service-mail-budget.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { refusedLogin } from '#shared/domain/organization/login-limits.ts';
import { codeContext, issueCode, NO_ORGANIZATION, verificationCode } from '#shared/services/codes/issue-code.ts';

/** What decides whether an unlock code is mailed to an address. */
export interface UnlockRequest {
  email: string;
  /** The keyed hash of the caller's network address. */
  network: string;
  budget: ServiceMailBudget;
  /** Whether the caller has reached a limit of wrong passwords. */
  isLocked: boolean;
  /** Whether the caller's network address has an unlock code that has not expired. */
  hasCode: boolean;
}

/** Reads what decides whether the caller gets an unlock code: the same rows for every address. */
export async function loadUnlockRequest(
  table: Table,
  email: string,
  networks: NetworkHmacs,
  now: number,
): Promise<UnlockRequest> {
  const [attempts, budget, code] = await Promise.all([
    findLoginAttempts(table, email, networks, now),
    findUnlockMailBudget(table, email, now),
    findUnlockCode(table, email, networks),
  ]);
  const isLocked = refusedLogin(attempts, now) !== undefined;
  return { email, network: networks[0], budget, isLocked, hasCode: code !== undefined && code.expiresAt >= now };
}

/**
 * Stages a code that lifts the limits of wrong passwords, and returns whether it is mailed. Only an account gets one,
 * from its own budget, and a network address gets the next one when its last one has expired. So a stranger can neither
 * use up all codes of the hour nor exhaust the owner's code by guesses. In all other cases the rows are the same
 * without an email.
 *
 * See: docs/decisions/0006-people.md#limits.
 */
export function stageUnlockCode(
  tx: TransactionBuilder,
  services: Omit<Parameters<typeof issueCode>[1], 'budget'>,
  { email, network, budget, isLocked, hasCode }: UnlockRequest,
  hasAccount: boolean,
): boolean {
  const isDue = hasAccount && isLocked && !hasCode;
  const issued = issueCode(
    tx,
    { ...services, budget: { ...budget, allowed: budget.allowed && isDue } },
    {
      purpose: isDue ? 'unlock' : null,
      to: email,
      organizationName: '',
      organizationId: NO_ORGANIZATION,
      context: codeContext(unlockCodeKey(email, network), email),
    },
  );
  const code = { ...verificationCode(email, issued, tx.now), network };
  tx.put(issued.withinBudget ? insertUnlockCode(code, tx.now) : putWithheldUnlockCode(code));
  return issued.withinBudget;
}
