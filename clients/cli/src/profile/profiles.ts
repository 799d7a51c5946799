import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from '../usage-error.ts';

/** What `aid login` has stored of one service and one key. */
export interface Profile {
  readonly url: string;
  readonly key: string;
  /** Who the key belongs to, as the service said at the login. */
  readonly who?: Readonly<Record<string, unknown>>;
}

interface ProfileFile {
  readonly profiles: Readonly<Record<string, Profile>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

export const DEFAULT_PROFILE = 'default';

/**
 * The profiles of a user, in `aid/profiles.json` in the folder for settings (`XDG_CONFIG_HOME`, `APPDATA`). Only the
 * user may read the file, because it has keys.
 */
export class Profiles {
  readonly path: string;

  constructor(environment: Environment, home = homedir()) {
    this.path = join(
      environment.XDG_CONFIG_HOME ?? environment.APPDATA ?? join(home, '.config'),
      'aid',
      'profiles.json',
    );
  }

  get(name: string): Profile | undefined {
    const { profiles } = this.#read();
    return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  }

  set(name: string, profile: Profile): void {
    this.#write({ profiles: { ...this.#read().profiles, [name]: profile } });
  }

  /** Whether there was one. */
  remove(name: string): boolean {
    const { [name]: removed, ...rest } = this.#read().profiles;
    if (removed !== undefined) this.#write({ profiles: rest });
    return removed !== undefined;
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
      throw new UsageError(`${this.path} is no JSON; remove it, or repair it`);
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
