import { findLoginAttempts, type LoginAttempts } from '#shared/data/entities/organization/login-attempts.ts';
import { type Membership, membershipsOf } from '#shared/data/entities/organization/membership.ts';
import { findUserByEmail, type User } from '#shared/data/entities/organization/user.ts';
import { refusedLogin } from '#shared/domain/organization/login-limits.ts';
import { DUMMY_HASH, verifyPassword } from '#shared/domain/organization/password.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { oncePerRequest } from '#shared/runtime/pipeline/once-per-request.ts';
import { networkHmacs } from './network-hmac.ts';

/** What a person submits to log in. Without a slug, the first organization of the person is meant. */
interface GivenLogin {
  readonly email: string;
  readonly password: string;
  readonly organization_slug?: string | undefined;
}

/** Who has logged in, or why the attempt failed. The commit that follows counts it, by `attempts`. */
type PasswordCheck<T> = { readonly attempts: LoginAttempts } & (
  | {
      readonly isRight: true;
      readonly user: User;
      readonly membership: Membership;
      readonly keyring: Keyring;
      readonly read: T;
    }
  | { readonly isRight: false; readonly cause: string }
);

/**
 * Checks an address and a password. Throws 429 if a limit of wrong passwords is reached. The limits are checked before
 * the password and again in the commit, so that concurrent requests cannot try more passwords than they allow.
 * `readMeanwhile` is called with the person while the organizations are read.
 *
 * See: docs/contract/accounts.md#login.
 */
export async function checkPassword<T>(
  context: RequestContext,
  given: GivenLogin,
  readMeanwhile: (user: User) => Promise<T>,
): Promise<PasswordCheck<T>> {
  const { table, now } = context;
  const { email, password } = given;
  const keyring = await context.keyring();
  const networks = networkHmacs(keyring, email, context.address);
  const [user, attempts] = await Promise.all([
    findUserByEmail(table, email),
    findLoginAttempts(table, email, networks, now),
  ]);
  const refused = refusedLogin(attempts, now);
  if (refused !== undefined) throw refused;

  // An unknown address hashes too, so that it takes as long as a wrong password.
  const hash = user?.passwordHash ?? DUMMY_HASH;
  const right = await oncePerRequest(context, hash, () => verifyPassword(password, hash));
  if (user === undefined) return { isRight: false, attempts, cause: 'no user has the address' };
  if (!right) return { isRight: false, attempts, cause: 'wrong password' };
  const [memberships, read] = await Promise.all([membershipsOf(table, user.id), readMeanwhile(user)]);
  const membership = memberships.find(
    ({ slug }) => given.organization_slug === undefined || slug === given.organization_slug,
  );
  // Counted as well. Otherwise a correct password with a foreign slug would be recognizable because it is not counted.
  if (membership === undefined) return { isRight: false, attempts, cause: 'the user has no such organization' };
  return { isRight: true, attempts, user, membership, keyring, read };
}
