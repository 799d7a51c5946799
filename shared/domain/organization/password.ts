import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * Passwords are stored as Argon2id hashes with OWASP's parameters: 19 MiB, two passes, one lane. Node computes them on
 * its thread pool, so that the event loop is not blocked. A hash takes about 50 ms of one core.
 *
 * See: OWASP Password Storage Cheat Sheet; RFC 9106; docs/decisions/0006-people.md.
 */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

const derive = promisify(argon2);

/** Returns the text to store: algorithm, parameters, salt and tag in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await tagOf(password, salt);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(salt)}$${base64(tag)}`;
}

/** A hash that no password has. It is verified for unknown addresses, so that they take the same time as known ones. */
export const DUMMY_HASH = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(Buffer.alloc(SALT_BYTES))}$${base64(Buffer.alloc(TAG_BYTES))}`;

const STORED = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** Whether a password matches a stored hash. The comparison takes constant time. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const match = STORED.exec(stored);
  if (match === null) throw new Error('the stored password hash has an unknown format');
  const [, salt = '', tag = ''] = match;
  const computed = await tagOf(password, Buffer.from(salt, 'base64'));
  return timingSafeEqual(computed, Buffer.from(tag, 'base64'));
}

async function tagOf(password: string, salt: Uint8Array): Promise<Buffer> {
  return derive('argon2id', {
    message: password,
    nonce: salt,
    parallelism: LANES,
    tagLength: TAG_BYTES,
    memory: MEMORY_KIB,
    passes: PASSES,
  });
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('base64')
    .replace(/={1,2}$/, '');
}
