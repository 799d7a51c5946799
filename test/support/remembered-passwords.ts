import type * as Passwords from '#shared/domain/password.ts';

/**
 * The module of password hashes with a memory: each password is compared with each hash once, at the real cost, and the
 * result is remembered. For tests that try one wrong password hundreds of times and check how the tries are counted.
 */
export function rememberComparisons(real: typeof Passwords): typeof Passwords {
  const known = new Map<string, Promise<boolean>>();
  return {
    ...real,
    verifyPassword(password, stored) {
      const pair = JSON.stringify([password, stored]);
      const result = known.get(pair) ?? real.verifyPassword(password, stored);
      known.set(pair, result);
      return result;
    },
  };
}
