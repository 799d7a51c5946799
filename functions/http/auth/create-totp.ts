import * as routes from '#shared/contract/routes/second-factor.ts';
import {
  findSecondFactor,
  replaceSecondFactor,
  totpContext,
} from '#shared/data/entities/organization/second-factor.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { generateRecoveryCodes, hashRecoveryCode } from '#shared/domain/organization/recovery-code.ts';
import { generateTotpSecret, otpauthUrl } from '#shared/domain/organization/totp.ts';
import { SERVICE_NAME } from '#shared/domain/stage/release.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { loggedIn } from './logged-in.ts';

/**
 * Makes the secret of a second factor, in place of one that was not activated. Wrong codes stay counted, so that a new
 * secret gives no further guesses. An active factor is not replaced: a stolen token does not help to get rid of it.
 */
export const createTotp = operation(routes.createTotp, async (context) => {
  const { table } = context;
  const [user, keyring] = await Promise.all([loggedIn(context), context.keyring()]);
  if (user.hasSecondFactor === true) throw new AppError('auth.second_factor_active');
  const { email } = user;
  const before = await findSecondFactor(table, email);
  const secret = generateTotpSecret();
  const codes = generateRecoveryCodes();
  return write((tx) => {
    tx.put(
      replaceSecondFactor({
        email,
        sealedSecret: keyring.seal('totp', totpContext(email), secret),
        isActive: false,
        lastStep: 0,
        recoveryHashes: codes.map(hashRecoveryCode),
        wrong: before?.wrong ?? 0,
        wrongUntil: before?.wrongUntil ?? 0,
        version: (before?.version ?? 0) + 1,
      }),
    );
    return reply({
      secret,
      otpauth_url: otpauthUrl(secret, { issuer: SERVICE_NAME, account: email }),
      recovery_codes: codes,
    });
  });
});
