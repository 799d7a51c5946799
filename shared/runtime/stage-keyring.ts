import { GenerateDataKeyWithoutPlaintextCommand, KMSClient } from '@aws-sdk/client-kms';
import { insertStageDataKey } from '#shared/data/direct-writes/stage-data-key.ts';
import { findStageDataKeys, type StageDataKey, versionOf } from '#shared/data/entities/stage/stage-data-key.ts';
import type { Row, Table } from '#shared/data/table-client.ts';
import { MINUTE, SECOND } from '#shared/domain/time/time.ts';
import { clientOptions } from './client-options.ts';
import { getTable } from './clients.ts';
import { DataKey, FIRST_VERSION } from './data-key.ts';
import { readEnv } from './env.ts';
import { type DataKeySource, Keyring } from './keyring.ts';
import { logger } from './log.ts';
import { unwrapDataKey } from './unwrap-data-key.ts';

/** How old a function's knowledge of the versions may be when it uses the keyring. */
export const REFRESH_MS = 5 * MINUTE;

/** How long after its creation a new version seals. By then every function that is in use has learned of it. */
export const ACTIVATION_MS = 15 * MINUTE;

/** How long a function waits after a look for new versions that failed, or that an unknown version caused. */
export const RETRY_MS = 10 * SECOND;

/** The pairs that KMS authenticates with a wrapped data key of the stage, and requires again to unwrap it. */
export const stageKeyContext = (stage: string) => ({ service: 'aid', stage });

/** The two uses of KMS. The bytes of a new key are not returned: the function that needs them unwraps them. */
export interface StageKeyService {
  generateWrapped(context: Readonly<Record<string, string>>): Promise<string>;
  unwrap(wrapped: string, context: Readonly<Record<string, string>>): Promise<Uint8Array>;
}

interface Options {
  table: () => Table;
  keyService: StageKeyService;
  stage: () => string;
  now?: () => number;
}

/**
 * The data keys of the stage, in the memory of one function. KMS unwraps each version once, so requests do not call it.
 *
 * A new version seals only `ACTIVATION_MS` after it was created. By then every function that is in use knows it. A
 * function that could not refresh meanwhile loads the versions when it meets a value of an unknown one.
 *
 * See: docs/decisions/0004-encryption-at-rest.md#versions-of-the-data-key.
 */
export class StageKeyring implements DataKeySource {
  readonly #options: Required<Options>;
  readonly #keyring: Keyring;
  #dataKeys: readonly DataKey[] = [];
  #triedAt = Number.NEGATIVE_INFINITY;
  #refreshAt = Number.NEGATIVE_INFINITY;
  #loading: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = { now: Date.now, ...options };
    this.#keyring = new Keyring(this, this.#options.now);
  }

  get dataKeys(): readonly DataKey[] {
    return this.#dataKeys;
  }

  /** The keyring, with versions that are not older than `REFRESH_MS`, or the known ones if there was a failure. */
  async get(): Promise<Keyring> {
    if (this.#dataKeys.length === 0) await this.#load();
    else if (this.#options.now() >= this.#refreshAt) await this.#tryLoad();
    return this.#keyring;
  }

  async reload(): Promise<void> {
    if (this.#loading !== undefined || this.#options.now() >= this.#triedAt + RETRY_MS) await this.#tryLoad();
  }

  /**
   * Every known version still opens what it has sealed, so a failure of the table or of KMS need not fail a request.
   */
  async #tryLoad(): Promise<void> {
    try {
      await this.#load();
    } catch (error) {
      this.#refreshAt = this.#options.now() + RETRY_MS;
      logger.warn('versions of the data key not refreshed', { error: error as Error });
    }
  }

  /** Requests at the same time share one load. */
  #load(): Promise<void> {
    this.#loading ??= this.#loadNew().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #loadNew(): Promise<void> {
    const { table, stage, now } = this.#options;
    const startedAt = now();
    this.#triedAt = startedAt;
    let rows = await findStageDataKeys(table(), stage());
    if (rows.length === 0) rows = await this.#create();
    const known = new Map(this.#dataKeys.map((dataKey) => [dataKey.version, dataKey]));
    this.#dataKeys = await Promise.all(rows.map(async (row) => known.get(versionOf(row)) ?? this.#unwrap(row)));
    this.#refreshAt = startedAt + REFRESH_MS;
  }

  async #unwrap(row: Row<StageDataKey>): Promise<DataKey> {
    const { keyService, stage } = this.#options;
    const bytes = await keyService.unwrap(row.wrapped, stageKeyContext(stage()));
    return new DataKey(versionOf(row), bytes, row.activeFrom);
  }

  /** Creates the data key of a new stage. If two functions create one at the same time, both use the first one. */
  async #create(): Promise<Row<StageDataKey>[]> {
    const { table, keyService, stage, now } = this.#options;
    const wrapped = await keyService.generateWrapped(stageKeyContext(stage()));
    await insertStageDataKey(table(), stage(), FIRST_VERSION, { wrapped, createdAt: now(), activeFrom: 0 });
    const rows = await findStageDataKeys(table(), stage());
    if (rows.length === 0) throw new Error('the data key of the stage has disappeared');
    return rows;
  }
}

/** The key service of a stage. The name of the key is read at each call, because a function may never need it. */
export function createStageKeyService(
  kms: KMSClient = new KMSClient(clientOptions({ maxAttempts: 5 })),
  keyId: () => string = () => readEnv('KEY_ID').KEY_ID,
): StageKeyService {
  return {
    generateWrapped: async (EncryptionContext) => {
      const { CiphertextBlob } = await kms.send(
        new GenerateDataKeyWithoutPlaintextCommand({ KeyId: keyId(), KeySpec: 'AES_256', EncryptionContext }),
      );
      if (CiphertextBlob === undefined) throw new Error('KMS returned no key');
      return Buffer.from(CiphertextBlob).toString('base64');
    },
    unwrap: (wrapped, context) => unwrapDataKey(kms, { keyId: keyId(), wrapped, context }),
  };
}

let stageKeyring: StageKeyring | undefined;

/** The stage's keyring. The data keys are kept for the lifetime of the function instance. */
export function getKeyring(): Promise<Keyring> {
  stageKeyring ??= new StageKeyring({
    table: getTable,
    keyService: createStageKeyService(),
    stage: () => readEnv('STAGE').STAGE,
  });
  return stageKeyring.get();
}
