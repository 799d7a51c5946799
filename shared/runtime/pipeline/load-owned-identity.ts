import { findIdentity, type Identity } from '../../data/entities/identity.ts';
import { AppError, notFound } from '../../domain/errors.ts';
import type { OwnedResourceLoader } from './actor.ts';

/**
 * The agent that an actor names: any of its organization for an org key, itself (as it was when its key was judged) for
 * an agent key. Another agent of the organization is 403 for an agent key, and whoever is not of it 404 for anybody.
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
