import { randomUUID } from 'node:crypto';
import { GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { CLAIM_MS, claimKeyCreation, finishKeyCreation } from '#shared/data/direct-writes/vault-key-creation.ts';
import { findWrappedKey } from '#shared/data/entities/vault/vault-key.ts';
import type { Table } from '#shared/data/table-client.ts';
import { pause } from '#shared/domain/concurrency/pause.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { clientOptions } from './client-options.ts';
import { getTable } from './clients.ts';
import { readEnv } from './env.ts';
import { KeptResults } from './kept-results.ts';
import { Keyring } from './keyring.ts';
import { unwrapDataKey } from './unwrap-data-key.ts';

/** How long a function keeps an unwrapped key: after this, a key that was shredded or denied opens nothing more. */
export const KEEP_MS = 5 * MINUTE;

/** The maximum number of unwrapped keys that a function keeps. */
const MAX_KEPT_KEYS = 500;

/** How often a caller checks for the key that another one is creating. */
const POLL_MS = 40;

/** The pairs that KMS authenticates with a wrapped key, requires again to unwrap it, and writes to CloudTrail. */
type EncryptionContext = Readonly<Record<string, string>>;

/** The two uses of KMS. Each method is one call. */
export interface KeyService {
  generate(context: EncryptionContext): Promise<{ plaintext: Uint8Array; wrapped: string }>;
  unwrap(wrapped: string, context: EncryptionContext): Promise<Uint8Array>;
}

interface Options {
  table: () => Table;
  keyService: KeyService;
  stage: () => string;
  now?: () => number;
  maxKeptKeys?: number;
}

/**
 * The keyrings of the organizations that use the vault. Each organization has one data key, wrapped by KMS under an
 * encryption context that names the organization, and stored in the table. A request calls KMS once at most, and not at
 * all while the key is kept in memory.
 *
 * See: docs/decisions/0023-vault.md.
 */
export class OrganizationKeyrings {
  readonly #options: Required<Omit<Options, 'maxKeptKeys'>>;
  readonly #kept: KeptResults<Keyring>;

  constructor({ maxKeptKeys = MAX_KEPT_KEYS, ...options }: Options) {
    this.#options = { now: Date.now, ...options };
    this.#kept = new KeptResults({ keepMs: KEEP_MS, max: maxKeptKeys });
  }

  /** The keyring of an organization. Requests of one organization at the same time share one load. */
  get(organizationId: string): Promise<Keyring> {
    return this.#kept.get(organizationId, this.#options.now(), () => this.#load(organizationId));
  }

  async #load(organizationId: string): Promise<Keyring> {
    const { table, keyService, stage, now } = this.#options;
    const context = { service: 'aid-vault', stage: stage(), organization: organizationId };
    const deadline = now() + CLAIM_MS * 2;
    for (;;) {
      const wrapped = await findWrappedKey(table(), organizationId);
      if (wrapped !== undefined) return new Keyring(await keyService.unwrap(wrapped, context));
      const claim = randomUUID();
      if (await claimKeyCreation(table(), organizationId, { claim, now: now() })) {
        const created = await keyService.generate(context);
        if (await finishKeyCreation(table(), organizationId, { claim, wrapped: created.wrapped }))
          return new Keyring(created.plaintext);
        // To unwrap the other key would be a second call of KMS in this request.
        throw new Error('the creation of a data key took so long that another request has created it');
      }
      if (now() > deadline) throw new Error('another request did not finish the creation of a data key');
      await pause(POLL_MS);
    }
  }
}

/** The key service of the stage. */
function createKeyService(): KeyService {
  const kms = new KMSClient(clientOptions({ maxAttempts: 5 }));
  const KeyId = () => readEnv('KEY_ID').KEY_ID;
  return {
    generate: async (EncryptionContext) => {
      const { Plaintext, CiphertextBlob } = await kms.send(
        new GenerateDataKeyCommand({ KeyId: KeyId(), KeySpec: 'AES_256', EncryptionContext }),
      );
      if (Plaintext === undefined || CiphertextBlob === undefined) throw new Error('KMS returned no key');
      return { plaintext: Plaintext, wrapped: Buffer.from(CiphertextBlob).toString('base64') };
    },
    unwrap: (wrapped, context) => unwrapDataKey(kms, { keyId: KeyId(), wrapped, context }),
  };
}

let keyrings: OrganizationKeyrings | undefined;

/** The keyring of an organization in the stage. Only the vault's function may use it. */
export function getOrganizationKeyring(organizationId: string): Promise<Keyring> {
  keyrings ??= new OrganizationKeyrings({
    table: getTable,
    keyService: createKeyService(),
    stage: () => readEnv('STAGE').STAGE,
  });
  return keyrings.get(organizationId);
}
