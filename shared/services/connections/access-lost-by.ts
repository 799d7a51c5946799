import { findIdentity, type Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import type { Role } from '#shared/domain/organization/role.ts';
import { type Actor, requireRole } from '#shared/runtime/pipeline/actor.ts';
import { authenticateHash } from '#shared/runtime/pipeline/authenticate.ts';

/**
 * Why a connection may not be used any more. `key_revoked`: the key was revoked, the login has expired, or its person
 * is no member with the needed role.
 */
export type LostAccess = 'key_revoked' | 'agent_suspended';

/**
 * Why a connection of a key may not be used at this moment, by strongly consistent reads; `undefined` if it may. A
 * tunnel also serves an agent (`servedId`), which may not be suspended either. A person needs `role`, so that a smaller
 * one ends the connection.
 *
 * See: docs/contract/authentication.md#suspended-agents.
 */
export async function accessLostBy(
  table: Table,
  keyHash: string,
  now: number,
  { role, servedId = null }: { role: Role; servedId?: string | null },
): Promise<LostAccess | undefined> {
  try {
    const actor = await authenticateHash(table, keyHash, now);
    requireRole(actor, role);
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
