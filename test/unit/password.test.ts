import { describe, expect, test } from 'vitest';
import { DUMMY_HASH, hashPassword, verifyPassword } from '#shared/domain/organization/password.ts';

describe('a password hash', () => {
  test('A password hash matches its password and no other', async () => {
    const stored = await hashPassword('correct horse battery');
    expect(await verifyPassword('correct horse battery', stored)).toBe(true);
    expect(await verifyPassword('correct horse batterz', stored)).toBe(false);
  });

  test('A password hash is salted, so that one password has many hashes', async () => {
    const [one, other] = await Promise.all([hashPassword('the same words'), hashPassword('the same words')]);
    expect(one).not.toBe(other);
  });

  test('A password hash contains the algorithm and OWASP’s parameters, so that they can be increased later', async () => {
    expect(await hashPassword('x'.repeat(10))).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('The dummy hash matches no password', async () => {
    expect(await verifyPassword('', DUMMY_HASH)).toBe(false);
    expect(await verifyPassword('correct horse battery', DUMMY_HASH)).toBe(false);
  });

  test('A password hash of an unknown format is an error and not a wrong password', async () => {
    await expect(verifyPassword('x', '$2b$10$abc')).rejects.toThrow();
  });
});
