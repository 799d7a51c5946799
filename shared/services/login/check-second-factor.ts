import type { Change } from '#shared/data/change.ts';
import {
  replaceSecondFactor,
  type SecondFactor,
  totpContext,
} from '#shared/data/entities/organization/second-factor.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { wrongCodesMessage } from '#shared/domain/limits/limit-messages.ts';
import { withoutRecoveryCode } from '#shared/domain/organization/recovery-code.ts';
import { isTotpCode, stepOfCode } from '#shared/domain/organization/totp.ts';
import { HOUR, secondsUntil } from '#shared/domain/time/time.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';

/**
 * Wrong codes of one second factor, from all network addresses together. No email lifts the limit: the codes are what
 * protects a person with a mailbox that others read.
 *
 * See: docs/contract/limits.md#accounts.
 */
const MAX_WRONG_CODES = 10;
const WRONG_CODES_MS = HOUR;

/** The factor after a check. Commit it, whether the code was right or not, so that no guess is free. */
export interface SecondFactorCheck {
  readonly isRight: boolean;
  readonly next: SecondFactor;
}

/**
 * Checks a code of the app or a recovery code, and returns the factor as it is after that: a code counts once. Throws
 * 429 if too many were wrong. Of concurrent checks, each is committed on the condition that it was the only one.
 */
export async function checkSecondFactor(
  keyring: Keyring,
  factor: SecondFactor,
  code: string,
  now: number,
): Promise<SecondFactorCheck> {
  const isWindowOpen = factor.wrongUntil > now;
  if (isWindowOpen && factor.wrong >= MAX_WRONG_CODES) {
    throw new AppError('rate_limit.exceeded', wrongCodesMessage(MAX_WRONG_CODES, factor.wrongUntil), {
      retryAfterSeconds: secondsUntil(factor.wrongUntil, now),
    });
  }
  const version = factor.version + 1;
  const used = await codeUse(keyring, factor, code.trim(), now);
  if (used !== undefined) return { isRight: true, next: { ...factor, ...used, version } };
  const wrong = isWindowOpen ? factor.wrong + 1 : 1;
  const wrongUntil = isWindowOpen ? factor.wrongUntil : now + WRONG_CODES_MS;
  return { isRight: false, next: { ...factor, wrong, wrongUntil, version } };
}

/** What changes of a factor by the use of a code; `undefined` for a wrong one. */
async function codeUse(
  keyring: Keyring,
  { email, sealedSecret, isActive, lastStep, recoveryHashes }: SecondFactor,
  code: string,
  now: number,
): Promise<Partial<SecondFactor> | undefined> {
  if (isTotpCode(code)) {
    const secret = await keyring.open('totp', totpContext(email), sealedSecret);
    const step = stepOfCode(secret.reveal(), code, { now, after: lastStep });
    return step === undefined ? undefined : { lastStep: step };
  }
  // Until the person has shown that the app works, a recovery code would prove nothing.
  const left = isActive ? withoutRecoveryCode(recoveryHashes, code) : undefined;
  return left && { recoveryHashes: left };
}

/** Counts a check. The operation runs again if another check was counted meanwhile. */
export function countCheck({ next }: SecondFactorCheck): Change {
  return replaceSecondFactor(next);
}
