import { retryOnStaleRead } from '#shared/data/retry-on-stale-read.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { rateLimitKeyForIp } from '#shared/runtime/pipeline/rate-limits.ts';
import type { TaskOutcome, TaskView } from '../tasks/task-view.ts';
import type { Call } from './call.ts';

/** Runs a use case and commits its plan; runs it again if what it loaded was stale. */
export function executePlan(
  { table, settings, caller, address }: Pick<Call, 'table' | 'settings' | 'caller' | 'address'>,
  decide: () => Promise<TaskOutcome>,
): Promise<TaskView> {
  return retryOnStaleRead(async (isOver, uploads) => {
    const outcome = await decide();
    return outcome.kind === 'unchanged'
      ? outcome.view
      : commit(table, outcome.plan, {
          now: Date.now,
          isOver,
          uploads,
          storage: settings.limits,
          caller: { organizationId: caller.organizationId, address: rateLimitKeyForIp(address) },
        });
  });
}
