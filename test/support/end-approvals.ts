import { endApprovals as endRows } from '#functions/http/approvals/end-due-approvals.ts';
import { dueApprovals, parseDueApproval } from '#shared/data/entities/approval/approval.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { readEnv } from '#shared/runtime/env.ts';

/** Ends what the sweep finds due at a time, by the function that it passes the rows to. */
export async function endApprovals(now: number): Promise<void> {
  const table = getTable();
  const rows = await Array.fromAsync(dueApprovals(table, now, 1000));
  const ending = rows.filter((row) => parseDueApproval(row).kind !== 'requested');
  await endRows({ table, settings: { limits: readEnv('LIMITS').LIMITS }, now }, ending);
}
