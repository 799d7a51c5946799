import type { Table } from '../../data/table-client.ts';
import { AppError } from '../../domain/errors.ts';
import type { ClosingReason } from '../../domain/stream.ts';
import { authenticateHash } from '../../runtime/pipeline/authenticate.ts';

/**
 * Why the key of a stream may not read events at this moment, by strongly consistent reads; `undefined` if it may.
 *
 * See: docs/contract/authentication.md#suspended-agents.
 */
export async function accessLostBy(table: Table, keyHash: string, now: number): Promise<ClosingReason | undefined> {
  try {
    const actor = await authenticateHash(table, keyHash, now);
    return actor.kind === 'agent' && actor.identity.status === 'suspended' ? 'agent_suspended' : undefined;
  } catch (error) {
    if (error instanceof AppError) return 'key_revoked';
    throw error;
  }
}
