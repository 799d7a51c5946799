import { deleteSigningKey } from '#shared/data/direct-writes/signing-key.ts';
import { findSigningKeys } from '#shared/data/entities/issuer/signing-key.ts';
import { isRotationDue, removableKeys } from '#shared/domain/issuer/signing-key-states.ts';
import { HOUR, MINUTE, timestamp } from '#shared/domain/time/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { createNextSigningKey } from '#shared/runtime/create-signing-key.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { logger } from '#shared/runtime/log.ts';
import { createSigningKeyService } from '#shared/runtime/signing-key-service.ts';

/** A key signs for months, so an hour more or less does not matter; each look is a read. */
const EVERY_MS = HOUR;

let lookedAt = 0;

/**
 * Creates the next key that signs tokens when the newest one is old enough, and deletes those that verify nothing more.
 * It can unwrap none of them.
 *
 * See: docs/decisions/0081-identity-tokens.md#signing-keys.
 */
export async function keepSigningKeys(now: number): Promise<void> {
  if (now - lookedAt < EVERY_MS - MINUTE / 2) return;
  const table = getTable();
  const { STAGE: stage } = readEnv('STAGE');
  const keys = await findSigningKeys(table, stage);
  if (isRotationDue(keys, now)) {
    const created = await createNextSigningKey({ table, keyService: createSigningKeyService(), stage }, keys, now);
    if (created !== undefined) {
      logger.info('signing key created', { version: created.version, signs_from: timestamp(created.signsFrom) });
    }
  }
  for (const key of removableKeys(keys, now)) await deleteSigningKey(table, key);
  lookedAt = now;
}
