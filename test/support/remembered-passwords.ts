import type * as Passwords from '#shared/domain/organization/password.ts';

/**
 * The module of password hashes with a memory: each password is hashed once, and compared with each hash once, at the
 * real cost, and the result is remembered. For tests that count how often passwords are tried.
 */
export function rememberPasswords(real: typeof Passwords): typeof Passwords {
  const hashPassword = remember(real.hashPassword);
  const verifyPassword = remember(real.verifyPassword);
  return { ...real, hashPassword, verifyPassword };
}

/** The function with a memory of its results, by its arguments. */
function remember<A extends readonly string[], R>(work: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  const known = new Map<string, Promise<R>>();
  return (...args) => {
    const key = JSON.stringify(args);
    const result = known.get(key) ?? work(...args);
    known.set(key, result);
    return result;
  };
}
