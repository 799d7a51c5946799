import * as routes from '#shared/contract/routes/oauth.ts';
import { findOAuthGrant } from '#shared/data/entities/oauth/grant.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { noContent, operation, write } from '#shared/runtime/pipeline/operation.ts';
import { endGrant } from '#shared/services/grants/end-grant.ts';
import { actorPayload } from '#shared/services/tasks/actor.ts';

/** Revokes a grant. Revoking a revoked one is no error, and keeps the time of the first revocation. */
export const revokeGrant = operation(routes.revokeGrant, async ({ actor, table }, { params }) => {
  const grant = await findOAuthGrant(table, actor.organization.id, params.id);
  if (grant === undefined) throw notFound();
  if (grant.revokedAt !== null) return noContent();
  return write((tx) => {
    endGrant(tx, grant, { reason: 'requested', actor: actorPayload(actor) });
    return noContent();
  });
});
