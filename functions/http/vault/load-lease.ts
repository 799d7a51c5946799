import { findLease, type Lease } from '#shared/data/entities/vault/lease.ts';
import { resourceLoader } from '#shared/runtime/pipeline/resources.ts';

/** Loads a lease by a strongly consistent read. */
export const loadLease = resourceLoader<Lease>(
  'lease',
  (table, organizationId, id) => findLease(table, organizationId, id, { strong: true }),
  ({ identityId }) => identityId,
);
