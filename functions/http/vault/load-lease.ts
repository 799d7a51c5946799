import { findLease, type Lease } from '#shared/data/entities/vault/lease.ts';
import { resourceLoader } from '#shared/runtime/pipeline/resources.ts';

/** Loads a lease by a strongly consistent read. */
export const loadLease = resourceLoader<Lease>(
  'lease',
  ({ actor, table }, id) => findLease(table, actor.organization.id, id, { strong: true }),
  ({ identityId }) => identityId,
);
