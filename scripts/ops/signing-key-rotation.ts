import { type SigningKey, signingKeyVersion } from '#shared/data/entities/issuer/signing-key.ts';
import type { Row } from '#shared/data/table-client.ts';
import {
  publishedKeys,
  publishedUntil,
  type SigningKeyState,
  stateOf,
} from '#shared/domain/issuer/signing-key-states.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import type { Cells } from './command.ts';
import { OpsError } from './ops-error.ts';

/** Each key: when it was created, and what it is used for. */
export function describeSigningKeys(keys: readonly Row<SigningKey>[], now: number): Cells[] {
  return keys.map((key, index) => ({
    version: signingKeyVersion(key),
    created: timestamp(key.createdAt),
    in: key.kmsKey ?? 'the table',
    use: useOf(stateOf(keys, index, now), key, publishedUntil(keys, index)),
  }));
}

function useOf(state: SigningKeyState, { signsFrom, withdrawnAt }: SigningKey, until: number): string {
  switch (state) {
    case 'published':
      return `published, signs from ${timestamp(signsFrom)}`;
    case 'signs':
      return 'signs and verifies';
    case 'verifies':
      return `verifies until ${timestamp(until)}`;
    case 'retired':
      return withdrawnAt === undefined ? 'verifies nothing more' : `withdrawn at ${timestamp(withdrawnAt)}`;
  }
}

/**
 * Throws `OpsError` for a stage without a signing key, which its first token or card creates, and while a rotation is
 * not complete: the key set has two keys then, and some services refuse a longer one.
 */
export function requireRotatable(keys: readonly Row<SigningKey>[], now: number): void {
  if (keys.length === 0)
    throw new OpsError('the stage has no signing key yet; its first token or agent card creates one');
  if (publishedKeys(keys, now).length < 2) return;
  throw new OpsError(
    'the last rotation is not complete: the key before it is still published. To replace a key that others may have, add --withdraw',
  );
}
