import type { HealthEvent } from '#shared/contract/health.ts';
import { putHeartbeatKey } from '#shared/data/direct-writes/heartbeat-organization.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { checkHealth } from '#shared/runtime/health.ts';

/**
 * Responds to the heartbeat, and stores the hash of its key if it has a new one. The sweep may invoke this function and
 * may not write keys itself, because a function that may write one may write one of any organization. The organization
 * is not part of the event, so that the event gives access to no other.
 */
export async function admitHeartbeat(event: HealthEvent): Promise<void> {
  await checkHealth(event);
  if (event.keyHash !== undefined) await putHeartbeatKey(getTable(), event.keyHash, Date.now());
}
