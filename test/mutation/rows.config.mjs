import { mutationRun } from './base.mjs';

/** The rows of the log, deliveries, keys and the vault, and the commit. */
export default {
  ...mutationRun('rows'),
  mutate: [
    'shared/data/event-log/*.ts',
    'shared/data/{change,contention-error,due-index,merge-newest-first,reservations}.ts',
    'shared/data/{retry-on-stale-read,transaction-builder,unit-of-work}.ts',
    'shared/data/entities/{api-key,delivery,event,idempotency,lease,new-delivery,organization-key,outbox}.ts',
    'shared/data/entities/{proof-nonce,redemption,secret,secret-value,stream,subscribers,vault-key}.ts',
    'shared/data/entities/waiting-deliveries.ts',
  ],
};
