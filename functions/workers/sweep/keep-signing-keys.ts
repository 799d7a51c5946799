import type { SigningKeyCustody } from '#shared/contract/kms-signing-key.ts';
import { deleteSigningKey } from '#shared/data/direct-writes/signing-key.ts';
import { findSigningKeys, type SigningKey } from '#shared/data/entities/issuer/signing-key.ts';
import { isRotationDue, publishedKeys, removableKeys } from '#shared/domain/issuer/signing-key-states.ts';
import { HOUR, MINUTE, timestamp } from '#shared/domain/time/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import {
  createFirstSigningKey,
  createNextSigningKey,
  isInOtherCustody,
  isOutOfReach,
} from '#shared/runtime/create-signing-key.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { logger } from '#shared/runtime/log.ts';
import { createSigningKeyService } from '#shared/runtime/signing-key-service.ts';

/** A key signs for months, so an hour more or less does not matter; each look is a read. */
const EVERY_MS = HOUR;

let lookedAt = 0;

/**
 * Creates the next key that signs tokens when the newest one is old enough, or is not where the setting of the stage
 * wants it, and deletes those that verify nothing more. It can sign with none of them.
 *
 * See: docs/decisions/0081-identity-tokens.md#signing-keys.
 */
export async function keepSigningKeys(now: number): Promise<void> {
  if (now - lookedAt < EVERY_MS - MINUTE / 2) return;
  const table = getTable();
  const { STAGE: stage, SIGNING_KEYS: custody } = readEnv('STAGE', 'SIGNING_KEYS');
  const keyService = createSigningKeyService();
  const creation = { table, keyService, stage, custody };
  const keys = await findSigningKeys(table, stage);
  // Only this function may create keys in KMS. In the table, the first token creates the first key.
  if (keys.length === 0 && custody === 'kms') {
    await createFirstSigningKey(creation, now);
    logger.info('signing key created', { version: 1, signs_from: timestamp(now) });
  }
  if (isRotationDue(keys, now) || isMoveDue(keys, custody, now)) {
    const created = await createNextSigningKey(creation, keys, now);
    if (created !== undefined) {
      logger.info('signing key created', { version: created.version, signs_from: timestamp(created.signsFrom) });
    }
  }
  for (const key of removableKeys(keys, now)) {
    // Its row is what says that it exists, and what it costs.
    if (isOutOfReach(key, custody)) continue;
    if (key.kmsKey !== undefined) await keyService.kms.scheduleDeletion(key.kmsKey);
    await deleteSigningKey(table, key);
  }
  lookedAt = now;
}

/**
 * Whether the next key is to be created because the newest one is not where the setting wants it. Not while another
 * rotation is under way, because some services refuse a key set of three; but at once if the newest key cannot sign.
 */
function isMoveDue(keys: readonly SigningKey[], custody: SigningKeyCustody | undefined, now: number): boolean {
  const newest = keys.at(-1);
  if (!isInOtherCustody(newest, custody)) return false;
  return isOutOfReach(newest, custody) || publishedKeys(keys, now).length < 2;
}
