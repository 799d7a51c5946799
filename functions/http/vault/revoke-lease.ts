import * as routes from '../../../shared/contract/routes/vault.ts';
import { replaceLease } from '../../../shared/data/entities/lease.ts';
import { operation, reply, write } from '../../../shared/runtime/pipeline/operation.ts';
import { leaseRecord } from './lease-record.ts';
import { leaseStatuses, loadLease } from './own-lease.ts';

export const revokeLease = operation(routes.revokeLease, async (context, { params }) => {
  const { table, now } = context;
  const lease = await loadLease(context, params.id);
  const [status = 'revoked'] = await leaseStatuses(table, [lease], now);
  // Revoking a lease that has ended is no error and changes nothing.
  if (status !== 'active') return reply(leaseRecord(lease, status));
  return write((tx) => {
    tx.put(replaceLease({ ...lease, revokedAt: now, version: lease.version + 1 }));
    return reply(leaseRecord(lease, 'revoked'));
  });
});
