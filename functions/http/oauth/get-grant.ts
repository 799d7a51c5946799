import * as routes from '#shared/contract/routes/oauth.ts';
import { findOAuthGrant } from '#shared/data/entities/oauth/grant.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { grantRecord } from '#shared/services/grants/grant-record.ts';

export const getGrant = operation(routes.getGrant, async ({ actor, table }, { params }) => {
  const grant = await findOAuthGrant(table, actor.organization.id, params.id);
  if (grant === undefined) throw notFound();
  return reply(grantRecord(grant));
});
