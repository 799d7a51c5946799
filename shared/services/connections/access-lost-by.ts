import { findIdentity, type Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import type { Actor } from '#shared/runtime/pipeline/actor.ts';
import { authenticateHash } from '#shared/runtime/pipeline/authenticate.ts';

/** Why a connection may not be used any more. `key_revoked`: the key was revoked, or the login has expired. */
export type LostAccess = 'key_revoked' | 'agent_suspended';

/**
 * Why a connection of a key may not be used at this moment, by strongly consistent reads; `undefined` if it may. A
 * tunnel also serves an agent (`servedId`), which may not be suspended either.
 *
 * See: docs/contract/authentication.md#suspended-agents.
 */
export async function accessLostBy(
  table: Table,
  keyHash: string,
  now: number,
  servedId: string | null = null,
): Promise<LostAccess | undefined> {
  try {
    const actor = await authenticateHash(table, keyHash, now);
    return (await servedAgent(table, actor, servedId))?.status === 'suspended' ? 'agent_suspended' : undefined;
  } catch (error) {
    if (error instanceof AppError) return 'key_revoked';
    throw error;
  }
}

/** The agent of an agent key, which was read with the key, or the agent that an org key serves. */
export async function servedAgent(table: Table, actor: Actor, servedId: string | null): Promise<Identity | undefined> {
  if (actor.kind === 'agent') return actor.identity;
  return servedId === null ? undefined : findIdentity(table, actor.organization.id, servedId);
}
