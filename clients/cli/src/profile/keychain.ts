import { createRequire } from 'node:module';
import type * as Keyring from '@napi-rs/keyring';
import { UsageError } from '../usage-error.ts';

/** The system's store for a user's secrets: one per name. */
export interface Keychain {
  get(name: string): string | undefined;
  set(name: string, secret: string): void;
  remove(name: string): void;
}

/** The name under which the system lists this program's entries. */
const SERVICE = 'aid-stack-cli';

/**
 * The keychain of macOS, the credential manager of Windows, or the secret service of a Linux desktop. Throws
 * `UsageError` if there is none, or if it is locked.
 */
export const systemKeychain: Keychain = {
  get: (name) => use(name, (entry) => entry.getPassword() ?? undefined),
  set: (name, secret) => use(name, (entry) => entry.setPassword(secret)),
  remove: (name) => void use(name, (entry) => entry.deletePassword()),
};

function use<T>(name: string, act: (entry: Keyring.Entry) => T): T {
  try {
    // Loaded on demand: most users have their keys in a file.
    const { Entry } = createRequire(import.meta.url)('@napi-rs/keyring') as typeof Keyring;
    // Without a secret service, the library would use the kernel's keyring, which a restart empties.
    return act(new Entry(SERVICE, name, { linux: { store: 'secret-service' } }));
  } catch (error) {
    throw new UsageError(
      `the system keychain cannot be used: ${(error as Error).message}; log in without --keychain, or unlock it`,
    );
  }
}
