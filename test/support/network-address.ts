import { randomInt } from 'node:crypto';

/**
 * A network address that no other test has. The test files of one process share a table, and with it the hourly counts
 * of each network address. The range is reserved for tests (RFC 2544, section C.2.2).
 */
export function networkAddress(): string {
  return `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
