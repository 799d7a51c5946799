import * as routes from '../../../shared/contract/routes/identities.ts';
import { findIdentity } from '../../../shared/data/entities/identity.ts';
import { AppError, notFound } from '../../../shared/domain/errors.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { identityRecord } from './identity-record.ts';

export const getIdentity = operation(routes.getIdentity, async ({ actor, table, baseUrl }, { params }) => {
  const identity = await findIdentity(table, actor.organization.id, params.id);
  if (identity === undefined) throw notFound();
  if (actor.kind === 'agent' && actor.identity.id !== identity.id) throw new AppError('auth.forbidden');
  return reply(identityRecord(identity, baseUrl));
});
