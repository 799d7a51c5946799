import * as routes from '#shared/contract/routes/vault.ts';
import { replaceLease } from '#shared/data/entities/vault/lease.ts';
import { reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { leaseRecord } from './lease-record.ts';
import { leaseStatuses } from './lease-statuses.ts';
import { loadLease } from './load-lease.ts';

export const revokeLease = resourceOperation(routes.revokeLease, loadLease, async ({ table, now }, lease) => {
  const [status = 'revoked'] = await leaseStatuses(table, [lease], now);
  // Revoking a lease that has ended is no error and changes nothing.
  if (status !== 'active') return reply(leaseRecord(lease, status));
  return write((tx) => {
    tx.put(replaceLease({ ...lease, revokedAt: now, version: lease.version + 1 }));
    tx.audit({ before: leaseRecord(lease, status) });
    return reply(leaseRecord(lease, 'revoked'));
  });
});
