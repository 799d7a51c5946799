import * as routes from '#shared/contract/routes/auth.ts';
import { resetLoginLimits } from '#shared/data/entities/organization/login-attempts.ts';
import { updateOwnerVerified } from '#shared/data/entities/organization/organization.ts';
import { findOwnerCode, ownerCodeKey, replaceCode } from '#shared/data/entities/organization/verification-code.ts';
import { checkCode } from '#shared/domain/organization/code.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { codeContext } from '#shared/services/codes/issue-code.ts';
import { networkHmacs } from '#shared/services/login/network-hmac.ts';
import { wrongGuess } from './wrong-guess.ts';

export const verifyOwner = operation(
  routes.verifyOwner,
  async ({ actor, table, settings, now, address, keyring: loadKeyring }, { body }) => {
    const organizationId = actor.organization.id;
    const key = ownerCodeKey(organizationId);
    const [code, keyring] = await Promise.all([findOwnerCode(table, organizationId), loadKeyring()]);
    const guess = await keyring.hmacLike(code?.hmac ?? '', 'code', codeContext(key, code?.email ?? ''), body.code);
    const check = checkCode(code, guess, settings.limits, now);
    if (!check.right) return wrongGuess(key, code, check, settings.limits);

    const { email } = check.code;
    return write((tx) => {
      tx.put(
        updateOwnerVerified(organizationId),
        replaceCode(key, { ...check.code, used: true }),
        ...resetLoginLimits(email, networkHmacs(keyring, email, address), now),
      );
      return reply({ verified: true, organization_id: organizationId });
    });
  },
);
