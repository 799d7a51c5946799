import * as routes from '#shared/contract/routes/second-factor.ts';
import { findSecondFactor, replaceSecondFactor } from '#shared/data/entities/organization/second-factor.ts';
import { updateHasSecondFactor } from '#shared/data/entities/organization/user.ts';
import { AppError, notFound } from '#shared/domain/errors/errors.ts';
import { operation, reject, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { checkSecondFactor, countCheck } from '#shared/services/login/check-second-factor.ts';
import { loggedIn } from './logged-in.ts';
import { organizationsOf } from './organizations-of.ts';

/** Activates the second factor: the code shows that the app of the person has the secret. */
export const verifyTotp = operation(routes.verifyTotp, async (context, { body }) => {
  const { table, now } = context;
  const user = await loggedIn(context);
  if (user.hasSecondFactor === true) throw new AppError('auth.second_factor_active');
  const [factor, organizationIds] = await Promise.all([
    findSecondFactor(table, user.email),
    organizationsOf(table, user.id),
  ]);
  if (factor === undefined) throw notFound();
  const checked = await checkSecondFactor(await context.keyring(), factor, body.code, now);
  return write((tx) => {
    if (!checked.isRight) {
      tx.put(countCheck(checked));
      return reject(new AppError('auth.code_invalid'));
    }
    tx.put(replaceSecondFactor({ ...checked.next, isActive: true }), updateHasSecondFactor(user, true));
    for (const organizationId of organizationIds) {
      tx.audit({
        organizationId,
        targetId: user.id,
        before: { second_factor: false },
        after: { second_factor: true },
      });
    }
    return reply({ second_factor: true });
  });
});
