import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A multiple of three, so that base64 needs no padding. */
const SECRET_BYTES = 33;

/** A secret, and the file that stores it. */
interface ListenSecret {
  readonly secret: string;
  readonly path: string;
}

/**
 * The secret that signs what `aid webhooks listen` forwards: one per organization, the same on every start, in a file
 * that only the user can read. It is created on the first start, in the format of the service's secrets.
 */
export function listenSecret(folder: string, organizationId: string): ListenSecret {
  if (!/^\w+$/.test(organizationId))
    throw new Error(`the service returned "${organizationId}" as the id of the organization`);
  const path = join(folder, 'listen-secrets', organizationId);
  const kept = read(path);
  if (kept !== undefined) return { secret: kept, path };
  mkdirSync(join(folder, 'listen-secrets'), { recursive: true, mode: 0o700 });
  const written = `${path}.${process.pid}`;
  writeFileSync(written, `${newSigningSecret()}\n`, { mode: 0o600 });
  try {
    // Unlike a rename, a link fails if another process was faster. Both then use that process's secret.
    linkSync(written, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(written);
  }
  return { secret: readFileSync(path, 'utf8').trim(), path };
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A secret in the service's format, regenerated until it has no character in which base64 and base64url differ. */
export function newSigningSecret(): string {
  for (;;) {
    const text = randomBytes(SECRET_BYTES).toString('base64');
    if (!/[+/]/.test(text)) return `whsec_${text}`;
  }
}
