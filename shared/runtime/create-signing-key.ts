import type { SigningKeyCustody } from '#shared/contract/kms-signing-key.ts';
import { insertSigningKey, withdrawSigningKey } from '#shared/data/direct-writes/signing-key.ts';
import { findSigningKeys, type SigningKey, signingKeyVersion } from '#shared/data/entities/issuer/signing-key.ts';
import type { Row, Table } from '#shared/data/table-client.ts';
import { PUBLISHED_AHEAD_MS } from '#shared/domain/issuer/signing-key-states.ts';
import { type SigningKeyService, signingKeyContext } from './signing-key-service.ts';

/** What creates signing keys, and of which stage. */
interface KeyCreation {
  readonly table: Table;
  readonly keyService: Pick<SigningKeyService, 'generateWrapped' | 'kms'>;
  readonly stage: string;
  /** Where new keys are: wrapped in the table, unless this says otherwise. */
  readonly custody?: SigningKeyCustody;
}

/**
 * Keys of KMS that no row names yet, by stage. Each key has a monthly price, so an attempt that failed after its key
 * was created is continued with the same key.
 */
const unrecorded = new Map<string, string>();

/** A key that was created: its version, and from when it signs. */
interface CreatedKey {
  readonly version: number;
  readonly signsFrom: number;
}

/** Creates the first key of a stage. If two functions create one at the same time, both use the first one. */
export async function createFirstSigningKey(creation: KeyCreation, now: number): Promise<Row<SigningKey>[]> {
  await create(creation, { version: 1, createdAt: now, signsFrom: now });
  const keys = await findSigningKeys(creation.table, creation.stage);
  if (keys.length === 0) throw new Error('the signing key of the stage has disappeared');
  return keys;
}

/**
 * Creates the next key. It is published at once and signs a day later, so that services that keep the key set for hours
 * know it by then. It signs at once where the key before cannot sign any more. `undefined` if another writer has
 * created the same version.
 */
export async function createNextSigningKey(
  creation: KeyCreation,
  keys: readonly Row<SigningKey>[],
  now: number,
): Promise<CreatedKey | undefined> {
  const ahead = isOutOfReach(keys.at(-1), creation.custody) ? 0 : PUBLISHED_AHEAD_MS;
  return create(creation, { version: nextVersion(keys), createdAt: now, signsFrom: now + ahead });
}

/**
 * Replaces the keys of a stage that others may have: the next key signs at once, and the ones before verify nothing
 * more. Tokens that they signed are refused as soon as a service reads the key set again.
 */
export async function replaceSigningKeys(
  creation: KeyCreation,
  keys: readonly Row<SigningKey>[],
  now: number,
): Promise<CreatedKey | undefined> {
  const created = await create(creation, { version: nextVersion(keys), createdAt: now, signsFrom: now });
  if (created === undefined) return undefined;
  for (const key of keys) await withdrawSigningKey(creation.table, key, now);
  return created;
}

/** Whether the newest key is where new keys are not to be. The next one then is due. */
export function isInOtherCustody(newest: SigningKey | undefined, custody: SigningKeyCustody | undefined): boolean {
  return newest !== undefined && (newest.kmsKey !== undefined) !== (custody === 'kms');
}

/** Whether a key is in KMS, in a stage without the rights to use it. */
export function isOutOfReach(key: SigningKey | undefined, custody: SigningKeyCustody = 'table'): boolean {
  return key?.kmsKey !== undefined && custody === 'table';
}

function nextVersion(keys: readonly Row<SigningKey>[]): number {
  const newest = keys.at(-1);
  return newest === undefined ? 1 : signingKeyVersion(newest) + 1;
}

async function create(
  creation: KeyCreation,
  { version, createdAt, signsFrom }: CreatedKey & { createdAt: number },
): Promise<CreatedKey | undefined> {
  const { table, keyService, stage, custody } = creation;
  const key =
    custody === 'kms' ? await createInKms(creation) : await keyService.generateWrapped(signingKeyContext(stage));
  const isWritten = await insertSigningKey(table, stage, version, { ...key, createdAt, signsFrom });
  if ('kmsKey' in key) {
    if (!isWritten) await keyService.kms.scheduleDeletion(key.kmsKey);
    unrecorded.delete(stage);
  }
  return isWritten ? { version, signsFrom } : undefined;
}

async function createInKms({ keyService: { kms }, stage }: KeyCreation) {
  const kmsKey = unrecorded.get(stage) ?? (await kms.create(stage));
  unrecorded.set(stage, kmsKey);
  return { kmsKey, publicKey: await kms.publicKeyOf(kmsKey) };
}
