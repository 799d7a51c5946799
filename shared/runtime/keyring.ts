import type { Secret } from '#shared/domain/text/secret.ts';
import { DataKey, FIRST_VERSION, type Purpose, parseSealed, versionOfBytes, versionOfHmac } from './data-key.ts';

/** Where a keyring finds its data keys. */
export interface DataKeySource {
  /** The known data keys, by ascending version; at least one. */
  readonly dataKeys: readonly DataKey[];
  /** Looks for new data keys, unless it has done so a moment ago. */
  reload(): Promise<void>;
}

/**
 * Encrypts secrets that the service must be able to read again: signing secrets, stored replies, codes to be mailed. It
 * encrypts with the newest data key that is active, and decrypts with every one. Each value is bound to its purpose and
 * its context.
 *
 * See: docs/decisions/0004-encryption-at-rest.md.
 */
export class Keyring {
  readonly #source: DataKeySource;
  readonly #now: () => number;

  /** With data keys that may be replaced, or with the bytes of the only one. */
  constructor(source: DataKeySource | Uint8Array, now: () => number = Date.now) {
    this.#source = source instanceof Uint8Array ? onlyKey(source) : source;
    this.#now = now;
  }

  /** Encrypts `text`. It can be decrypted with the same purpose and context only. */
  seal(purpose: Purpose, context: string, text: string): string {
    return this.#active().seal(purpose, context, text);
  }

  /**
   * Decrypts. The result is a `Secret`, which logs do not show. If another function has sealed the value with a newer
   * data key than this one knows, it loads the data keys again.
   */
  async open(purpose: Purpose, context: string, sealed: string): Promise<Secret> {
    const value = parseSealed(sealed);
    return (await this.#findOrReload(value.version)).open(purpose, context, value);
  }

  /** Encrypts bytes to bytes, which are a quarter shorter than a text of them. Decrypted as `open` does. */
  sealBytes(purpose: Purpose, context: string, content: Uint8Array): Uint8Array {
    return this.#active().sealBytes(purpose, context, content);
  }

  /** Decrypts what `sealBytes` has made. */
  async openBytes(purpose: Purpose, context: string, sealed: Uint8Array): Promise<Buffer> {
    return (await this.#findOrReload(versionOfBytes(sealed))).openBytes(purpose, context, sealed);
  }

  /** The same at once, with the data keys that are known: for a keyring with one data key, which is never replaced. */
  openNow(purpose: Purpose, context: string, sealed: string): Secret {
    const value = parseSealed(sealed);
    const dataKey = this.#find(value.version);
    if (dataKey === undefined) throw unknownVersion(value.version);
    return dataKey.open(purpose, context, value);
  }

  /**
   * An HMAC-SHA256, for values that could be guessed from a plain hash and need only be compared. The HMAC of the same
   * content is another one after the data key was replaced, so compare by `hmacLike` or `hmacs`.
   */
  hmac(purpose: Purpose, context: string, content: string | Uint8Array): string {
    return this.#active().hmac(purpose, context, content);
  }

  /** The HMAC under the data key that made the HMAC `stored`: the two are equal if the content is the same. */
  async hmacLike(stored: string, purpose: Purpose, context: string, content: string | Uint8Array): Promise<string> {
    return (await this.#findOrReload(versionOfHmac(stored))).hmac(purpose, context, content);
  }

  /**
   * The HMACs under all data keys: for names of rows and files, which have to be looked for under each. The first one
   * is `hmac`, for new rows and files; the others are by descending version.
   */
  hmacs(purpose: Purpose, context: string, content: string | Uint8Array): readonly [string, ...string[]] {
    const active = this.#active();
    const others = this.#source.dataKeys.filter((dataKey) => dataKey !== active).reverse();
    const hmacOf = (dataKey: DataKey) => dataKey.hmac(purpose, context, content);
    return [hmacOf(active), ...others.map(hmacOf)];
  }

  /** The version of the data key that seals now. */
  get activeVersion(): number {
    return this.#active().version;
  }

  /** Whether a value has the present format and was sealed by the data key that seals now. */
  isCurrent(sealed: string): boolean {
    const { version, isKeyOfContext } = parseSealed(sealed);
    return isKeyOfContext && version === this.activeVersion;
  }

  #active(): DataKey {
    const { dataKeys } = this.#source;
    const active = dataKeys.findLast(({ activeFrom }) => activeFrom <= this.#now()) ?? dataKeys[0];
    if (active === undefined) throw new Error('a keyring without a data key');
    return active;
  }

  #find(version: number): DataKey | undefined {
    return this.#source.dataKeys.find((dataKey) => dataKey.version === version);
  }

  async #findOrReload(version: number): Promise<DataKey> {
    const known = this.#find(version);
    if (known !== undefined) return known;
    await this.#source.reload();
    const loaded = this.#find(version);
    if (loaded === undefined) throw unknownVersion(version);
    return loaded;
  }
}

function onlyKey(bytes: Uint8Array): DataKeySource {
  return { dataKeys: [new DataKey(FIRST_VERSION, bytes)], reload: async () => {} };
}

function unknownVersion(version: number): Error {
  return new Error(`a value was made with version ${version} of the data key, which is not known`);
}
