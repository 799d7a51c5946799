import { findIdentity, type Identity } from '#shared/data/entities/organization/identity.ts';
import { resourceLoader } from '#shared/runtime/pipeline/resources.ts';

/** Loads an agent. Authentication has loaded the caller's own already. */
export const loadIdentity = resourceLoader<Identity>(
  'identity',
  findIdentity,
  ({ id }) => id,
  (actor, id) => (actor.kind === 'agent' && actor.identity.id === id ? actor.identity : undefined),
);
