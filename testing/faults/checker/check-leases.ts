import type { History, OperationRecord } from '../history.ts';
import { type Violation, violation } from './violation.ts';

/** Each lease counts its successful redemptions, gives no more than it may, and gives what the secret held. */
export function checkLeases({ operations, organizations }: History): Violation[] {
  const values = valuesOf(operations);
  const redemptions = Map.groupBy(
    operations.filter(({ planned }) => planned.kind === 'redeem-lease'),
    ({ planned }) => planned.on,
  );
  const leases = new Map(
    organizations.flatMap(({ leases: rows, redeemed }) =>
      rows.map((lease) => [lease.id, { ...lease, audited: redeemed[lease.id] ?? 0 }] as const),
    ),
  );
  const created = operations.filter(({ planned }) => planned.kind === 'create-lease');
  return created.flatMap(({ planned, outcome }) => {
    if (outcome.kind !== 'acknowledged') return [];
    const lease = leases.get(outcome.body.id ?? '');
    // A lease that is missing is reported as a lost write.
    if (lease === undefined) return [];
    const all = redemptions.get(planned.index) ?? [];
    const done = all.filter((one) => one.outcome.kind === 'acknowledged');
    const unknown = all.filter((one) => one.outcome.kind === 'unknown').length;
    const { id, use_count, max_uses, audited } = lease;
    const text = `${id}: ${done.length} redeemed (${done.map(({ marker }) => marker).join(', ')}), use_count ${use_count}, ${audited} in the audit, max_uses ${max_uses}`;
    const isCounted = use_count === audited && use_count >= done.length && use_count <= done.length + unknown;
    return [
      ...(isCounted ? [] : [violation('lease-miscounted', text)]),
      ...(Math.max(done.length, use_count, audited) > max_uses ? [violation('lease-overused', text)] : []),
      ...(done.length < Math.min(max_uses, all.length) && unknown === 0
        ? [violation('lease-miscounted', `${text}: a redemption was refused too early`)]
        : []),
      ...done.flatMap((redemption) => checkValue(redemption, values.get(lease.secret_id))),
    ];
  });
}

/** The value of each version of each secret, as far as its operation was acknowledged. */
function valuesOf(operations: readonly OperationRecord[]): Map<string, Map<number, string>> {
  const values = new Map<string, Map<number, string>>();
  for (const { planned, marker, outcome } of operations) {
    if (outcome.kind !== 'acknowledged' || (planned.kind !== 'create-secret' && planned.kind !== 'rotate-secret'))
      continue;
    const id = outcome.body.id ?? '';
    const versions = values.get(id) ?? new Map<number, string>();
    versions.set(Number(outcome.body.version), marker);
    values.set(id, versions);
  }
  return values;
}

function checkValue({ marker, outcome }: OperationRecord, versions: Map<number, string> | undefined): Violation[] {
  if (outcome.kind !== 'acknowledged') return [];
  const { value, version } = outcome.body;
  const expected = versions?.get(Number(version));
  if (expected === undefined || expected === value) return [];
  return [violation('lease-value', `${marker} got ${value} as version ${version}, which is ${expected}`)];
}
