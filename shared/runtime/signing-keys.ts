import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { SigningKeyCustody } from '#shared/contract/kms-signing-key.ts';
import { findSigningKeys, type SigningKey } from '#shared/data/entities/issuer/signing-key.ts';
import type { Row, Table } from '#shared/data/table-client.ts';
import { type PublicJwk, publicJwk } from '#shared/domain/issuer/public-jwk.ts';
import { publishedKeys, signingKeyAt } from '#shared/domain/issuer/signing-key-states.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { getTable } from './clients.ts';
import { createFirstSigningKey } from './create-signing-key.ts';
import { readEnv } from './env.ts';
import { KeptResults } from './kept-results.ts';
import { createSigningKeyService, type SigningKeyService, signingKeyContext } from './signing-key-service.ts';

/** How old a function's knowledge of the keys may be. A key is published for much longer before it signs. */
const REFRESH_MS = 5 * MINUTE;

/** How long a function keeps an unwrapped key: after this, a key that was denied or withdrawn signs nothing more. */
export const KEEP_MS = 5 * MINUTE;

const MAX_KEPT_SIGNATURES = 500;

interface Options {
  readonly table: () => Table;
  readonly keyService: SigningKeyService;
  readonly stage: () => string;
  readonly custody?: () => SigningKeyCustody | undefined;
  readonly now?: () => number;
}

interface ToSign {
  /** JSON text. */
  readonly payload: string;
  /** What the payload is, for the header: `typ`. */
  readonly type: string;
  /** The key of an earlier signature, which is used if it still exists. */
  readonly kid?: string;
  /** Where the public keys are, for the header: `jku`. */
  readonly keysUrl?: string;
}

/** A signature in the compact form (RFC 7515, section 7.1), and the key that made it. */
interface Signed {
  readonly jws: string;
  readonly kid: string;
}

interface LoadedKey {
  readonly row: Row<SigningKey>;
  readonly jwk: PublicJwk;
}

/**
 * The keys of the stage that sign tokens, in the memory of one function. KMS unwraps a private key once in five
 * minutes, so most requests do not call it; with a key in KMS it signs each token. The first use in a stage creates the
 * first key, unless keys are in KMS, where the sweep creates it.
 *
 * A function that cannot read the keys again fails its request: it could sign with one that is no longer published.
 *
 * See: docs/decisions/0081-identity-tokens.md#signing-keys.
 */
export class SigningKeys {
  readonly #options: Required<Options>;
  #keys: readonly LoadedKey[] = [];
  #refreshAt = Number.NEGATIVE_INFINITY;
  #loading: Promise<void> | undefined;
  /** Those of KMS, which have a price, by digest: the same text and key give the same signature. */
  readonly #signatures = new KeptResults<Buffer>({ keepMs: KEEP_MS, max: MAX_KEPT_SIGNATURES });
  readonly #unwrapped = new KeptResults<KeyObject>({ keepMs: KEEP_MS });

  constructor(options: Options) {
    this.#options = { now: Date.now, custody: () => undefined, ...options };
  }

  /**
   * Signs with RS256. The same payload and key give the same signature, so a reply can be made again.
   *
   * See: RFC 7518, section 3.3; RFC 8017, section 8.2 (deterministic).
   */
  async sign({ payload, type, kid, keysUrl: jku }: ToSign): Promise<Signed> {
    await this.#refresh();
    const loaded = this.#keys.find(({ jwk }) => jwk.kid === kid) ?? this.#signing();
    const header = { alg: 'RS256', typ: type, kid: loaded.jwk.kid, ...(jku !== undefined && { jku }) };
    const signed = `${encode(JSON.stringify(header))}.${encode(payload)}`;
    const signature = await this.#signature(loaded, Buffer.from(signed));
    return { jws: `${signed}.${signature.toString('base64url')}`, kid: loaded.jwk.kid };
  }

  /** The keys with which tokens are verified now, newest first. */
  async publicKeys(): Promise<PublicJwk[]> {
    await this.#refresh();
    const rows = this.#keys.map(({ row }) => row);
    const published = new Set(publishedKeys(rows, this.#options.now()));
    return this.#keys
      .filter(({ row }) => published.has(row))
      .map(({ jwk }) => jwk)
      .reverse();
  }

  #signing(): LoadedKey {
    const rows = this.#keys.map(({ row }) => row);
    const signing = signingKeyAt(rows, this.#options.now());
    const loaded = this.#keys.find(({ row }) => row === signing);
    if (loaded === undefined) throw new Error('the stage has no signing key');
    return loaded;
  }

  /** Requests at the same time share one load. */
  async #refresh(): Promise<void> {
    if (this.#options.now() < this.#refreshAt) return;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    await this.#loading;
  }

  async #load(): Promise<void> {
    const { table, keyService, stage, custody, now } = this.#options;
    const startedAt = now();
    let rows = await findSigningKeys(table(), stage());
    if (rows.length === 0) {
      if (custody() === 'kms') throw new Error('the stage has no signing key yet: the sweep creates it in a minute');
      rows = await createFirstSigningKey({ table: table(), keyService, stage: stage() }, startedAt);
    }
    this.#keys = rows.map((row) => ({ row, jwk: publicJwk(row.publicKey) }));
    this.#refreshAt = startedAt + REFRESH_MS;
  }

  async #signature(loaded: LoadedKey, text: Buffer): Promise<Buffer> {
    const { kmsKey } = loaded.row;
    if (kmsKey === undefined) return sign('sha256', text, await this.#privateKey(loaded));
    const digest = createHash('sha256').update(text).digest();
    // The header is a part of the text, and names the key.
    return this.#signatures.get(digest.toString('base64'), this.#options.now(), async () =>
      Buffer.from(await this.#options.keyService.kms.sign(kmsKey, digest)),
    );
  }

  #privateKey({ row, jwk: { kid } }: LoadedKey): Promise<KeyObject> {
    const { keyService, stage, now } = this.#options;
    return this.#unwrapped.get(kid, now(), async () => {
      const bytes = await keyService.unwrap(row.wrapped ?? '', signingKeyContext(stage()));
      return createPrivateKey({ key: Buffer.from(bytes), format: 'der', type: 'pkcs8' });
    });
  }
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

let signingKeys: SigningKeys | undefined;

/** The signing keys of the stage. Only a function that `signs` may unwrap them: lib/access.ts. */
export function getSigningKeys(): SigningKeys {
  signingKeys ??= new SigningKeys({
    table: getTable,
    keyService: createSigningKeyService(),
    stage: () => readEnv('STAGE').STAGE,
    custody: () => readEnv('SIGNING_KEYS').SIGNING_KEYS,
  });
  return signingKeys;
}
