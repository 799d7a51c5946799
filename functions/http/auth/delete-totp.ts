import * as routes from '#shared/contract/routes/second-factor.ts';
import { findSecondFactor, removeSecondFactor } from '#shared/data/entities/organization/second-factor.ts';
import { updateHasSecondFactor } from '#shared/data/entities/organization/user.ts';
import { AppError, notFound } from '#shared/domain/errors/errors.ts';
import { noContent, operation, reject, write } from '#shared/runtime/pipeline/operation.ts';
import { checkSecondFactor, countCheck } from '#shared/services/login/check-second-factor.ts';
import { loggedIn } from './logged-in.ts';
import { organizationsOf } from './organizations-of.ts';

/** Removes the second factor. It needs a code, so that a stolen token is not enough. */
export const deleteTotp = operation(routes.deleteTotp, async (context, { body }) => {
  const { table, now } = context;
  const user = await loggedIn(context);
  if (user.hasSecondFactor !== true) throw notFound();
  const [factor, organizationIds] = await Promise.all([
    findSecondFactor(table, user.email),
    organizationsOf(table, user.id),
  ]);
  if (factor === undefined) throw notFound();
  const checked = await checkSecondFactor(await context.keyring(), factor, body.code, now);
  return write<undefined>((tx) => {
    if (!checked.isRight) {
      tx.put(countCheck(checked));
      return reject(new AppError('auth.code_invalid'));
    }
    tx.put(removeSecondFactor(factor), updateHasSecondFactor(user, false));
    for (const organizationId of organizationIds) {
      tx.audit({
        organizationId,
        targetId: user.id,
        before: { second_factor: true },
        after: { second_factor: false },
      });
    }
    return noContent();
  });
});
