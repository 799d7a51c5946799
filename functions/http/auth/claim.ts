import * as routes from '#shared/contract/routes/auth.ts';
import { findOrganization } from '#shared/data/entities/organization/organization.ts';
import { AppError, invalid, notFound } from '#shared/domain/errors/errors.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { finishClaim } from './finish-claim.ts';
import { startClaim } from './start-claim.ts';

/**
 * Claims an organization in two calls: the first, with a password, emails a code; the second, with the code, adds the
 * login.
 */
export const claim = operation(routes.claim, async (context, { body }) => {
  const organization = await findOrganization(context.table, context.actor.organization.id);
  if (organization === undefined) throw notFound();
  if (organization.claimedBy !== null) throw new AppError('auth.already_claimed');
  if (body.code !== undefined) return finishClaim(context, organization, body.email, body.code);
  if (body.password !== undefined) return startClaim(context, organization, body.email, body.password);
  throw invalid('code', 'either password or code');
});
