import { findIdentity, type Identity } from '../../data/entities/identity.ts';
import { AppError, notFound } from '../../domain/errors.ts';
import type { OwnedResourceLoader } from '../../runtime/pipeline/actor.ts';

/**
 * Loads the identity of a path. An org key may name any identity of its organization. An agent key may name its own
 * identity, which authentication has loaded already; another identity of the organization is a 403. An identity of
 * another organization is a 404 for every key.
 *
 * See: docs/contract/authentication.md#permissions.
 */
export const loadOwnedIdentity: OwnedResourceLoader<Identity> = async ({ actor, table }, id) => {
  if (actor.kind === 'agent' && actor.identity.id === id) return actor.identity;
  const identity = await findIdentity(table, actor.organization.id, id);
  if (identity === undefined) throw notFound();
  if (actor.kind === 'agent') throw new AppError('auth.forbidden');
  return identity;
};
