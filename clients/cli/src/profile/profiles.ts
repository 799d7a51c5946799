import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from '../usage-error.ts';
import { type Keychain, systemKeychain } from './keychain.ts';

/** What `aid login` has stored of one service and one key. */
export interface Profile {
  readonly url: string;
  readonly key: string;
  /** Who the key belongs to, as the service said at the login. */
  readonly who?: Readonly<Record<string, unknown>>;
}

/** A profile as it is in the file. Without a key, the keychain has it. */
export type StoredProfile = Omit<Profile, 'key'> & { readonly key?: string };

interface ProfileFile {
  readonly profiles: Readonly<Record<string, StoredProfile>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

export const DEFAULT_PROFILE = 'default';

/**
 * The profiles of a user, in `aid/profiles.json` in the folder for settings (`XDG_CONFIG_HOME`, `APPDATA`). Only the
 * user may read the file, because it has keys: all but those that the user wants in the keychain of the system.
 */
export class Profiles {
  readonly path: string;
  readonly #keychain: Keychain;

  constructor(environment: Environment, home = homedir(), keychain = systemKeychain) {
    this.#keychain = keychain;
    this.path = join(
      environment.XDG_CONFIG_HOME ?? environment.APPDATA ?? join(home, '.config'),
      'aid',
      'profiles.json',
    );
  }

  get(name: string): StoredProfile | undefined {
    const { profiles } = this.#read();
    return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  }

  /** The key of a profile, from wherever it is. */
  keyOf(name: string): string | undefined {
    const stored = this.get(name);
    if (stored === undefined || stored.key !== undefined) return stored?.key;
    const key = this.#keychain.get(this.#nameOf(name));
    if (key === undefined) throw new UsageError(`the keychain has no key of the profile ${name}; log in again`);
    return key;
  }

  /** Stores a profile, its key in the file or in the keychain, and in one of them only. */
  set(name: string, { key, ...rest }: Profile, { inKeychain = false } = {}): void {
    if (inKeychain) this.#keychain.set(this.#nameOf(name), key);
    else if (this.#isInKeychain(name)) this.#keychain.remove(this.#nameOf(name));
    this.#write({ profiles: { ...this.#read().profiles, [name]: inKeychain ? rest : { ...rest, key } } });
  }

  /** Whether there was one. */
  remove(name: string): boolean {
    if (this.#isInKeychain(name)) this.#keychain.remove(this.#nameOf(name));
    const { [name]: removed, ...rest } = this.#read().profiles;
    if (removed !== undefined) this.#write({ profiles: rest });
    return removed !== undefined;
  }

  #isInKeychain(name: string): boolean {
    const stored = this.get(name);
    return stored !== undefined && stored.key === undefined;
  }

  /** The name in the keychain. Another file of profiles has other names. */
  #nameOf(name: string): string {
    return `${name} in ${this.path}`;
  }

  #read(): ProfileFile {
    let text: string;
    try {
      text = readFileSync(this.path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
      throw error;
    }
    try {
      const { profiles } = JSON.parse(text) as Partial<ProfileFile>;
      return { profiles: profiles ?? {} };
    } catch {
      throw new UsageError(`${this.path} is not JSON; remove it, or repair it`);
    }
  }

  /** A crash leaves the old file or the new one. */
  #write(file: ProfileFile): void {
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const written = `${this.path}.${process.pid}`;
    writeFileSync(written, `${JSON.stringify(file, undefined, 2)}\n`, { mode: 0o600 });
    renameSync(written, this.path);
  }
}
