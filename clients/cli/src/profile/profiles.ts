import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { writePrivateFile } from '../private-file.ts';
import { UsageError } from '../usage-error.ts';
import { type Keychain, systemKeychain } from './keychain.ts';

/** What `aid login` has stored for one service and key. */
export interface Profile {
  readonly url: string;
  readonly key: string;
  /** The key's owner, as of the login. */
  readonly who?: Readonly<Record<string, unknown>>;
}

/** A profile in the file. If it has no key, the key is in the keychain. */
export type StoredProfile = Omit<Profile, 'key'> & { readonly key?: string };

interface ProfileFile {
  readonly profiles: Readonly<Record<string, StoredProfile>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

export const DEFAULT_PROFILE = 'default';

/**
 * The profiles of a user, in `aid/profiles.json` in the configuration folder (`XDG_CONFIG_HOME`, `APPDATA`). Only the
 * user may read the file, because it contains all keys that are not in the system keychain.
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

  /** The names of all profiles. */
  names(): readonly string[] {
    return Object.keys(this.#read().profiles);
  }

  /** The key of a profile, wherever it is stored. */
  keyOf(name: string): string | undefined {
    const stored = this.get(name);
    if (stored === undefined || stored.key !== undefined) return stored?.key;
    const key = this.#keychain.get(this.#nameOf(name));
    if (key === undefined) throw new UsageError(`the keychain has no key for the profile ${name}; log in again`);
    return key;
  }

  /** Stores a profile, with its key either in the file or in the keychain. */
  set(name: string, { key, ...rest }: Profile, { inKeychain = false } = {}): void {
    if (inKeychain) this.#keychain.set(this.#nameOf(name), key);
    else if (this.#isInKeychain(name)) this.#keychain.remove(this.#nameOf(name));
    this.#write({ profiles: { ...this.#read().profiles, [name]: inKeychain ? rest : { ...rest, key } } });
  }

  /** Returns whether there was one. */
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

  /** The name in the keychain. It depends on the path of the profiles file. */
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
      throw new UsageError(`${this.path} is not valid JSON; fix or remove it`);
    }
  }

  #write(file: ProfileFile): void {
    writePrivateFile(this.path, `${JSON.stringify(file, undefined, 2)}\n`);
  }
}
