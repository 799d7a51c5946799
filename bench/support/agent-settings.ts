import { randomUUID } from 'node:crypto';
import type { Tenant } from './tenant.ts';

/** Creates agents, one for each caller, so that callers do not compete for a row. Returns their ids. */
export async function createAgents({ asOrg }: Tenant, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const { id } = await asOrg.post<{ id: string }>('/v1/identities', { handle: `caller-${randomUUID()}` });
    ids.push(id);
  }
  return ids;
}

/**
 * Appends events by changes to the settings of agents, with a caller for each agent. Returns how many milliseconds each
 * request took that was accepted. `untilRefused`: a caller with a request that fails makes no other.
 */
export async function changeSettings(
  { asOrg }: Tenant,
  agents: readonly string[],
  count: number,
  { untilRefused = false } = {},
): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const caller = async (agentId: string) => {
    while (next < count) {
      next++;
      const started = performance.now();
      await asOrg.put(`/v1/identities/${agentId}/a2a/settings`, { description: randomUUID() });
      times.push(performance.now() - started);
    }
  };
  await Promise.all(
    agents.map((agentId) =>
      caller(agentId).catch((error: unknown) => {
        if (!untilRefused) throw error;
      }),
    ),
  );
  return times;
}
