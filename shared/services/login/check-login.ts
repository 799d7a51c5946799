import type { Change } from '#shared/data/change.ts';
import {
  checkLoginLimits,
  findLoginAttempts,
  incrementWrongPasswords,
  putSuccessfulLogin,
} from '#shared/data/entities/organization/login-attempts.ts';
import { type Membership, membershipsOf } from '#shared/data/entities/organization/membership.ts';
import { findSecondFactor } from '#shared/data/entities/organization/second-factor.ts';
import { findUserByEmail, type User } from '#shared/data/entities/organization/user.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { refusedLogin } from '#shared/domain/organization/login-limits.ts';
import { DUMMY_HASH, verifyPassword } from '#shared/domain/organization/password.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { oncePerRequest } from '#shared/runtime/pipeline/once-per-request.ts';
import { checkSecondFactor, countCheck } from './check-second-factor.ts';
import { networkHmacs } from './network-hmac.ts';

/** What a person submits to log in. Without a slug, the first organization of the person is meant. */
interface GivenLogin {
  readonly email: string;
  readonly password: string;
  readonly organization_slug?: string | undefined;
  readonly totp?: string | undefined;
}

/** Who has logged in, or why the attempt failed. Commit `changes` in either case: they count the attempt. */
type LoginCheck<T> = { readonly changes: readonly Change[] } & (
  | {
      readonly isRight: true;
      readonly user: User;
      readonly membership: Membership;
      readonly keyring: Keyring;
      readonly read: T;
    }
  | { readonly isRight: false; readonly error: AppError }
);

/**
 * Checks an address, a password, and the second factor if the person has one. Throws 429 if a limit of wrong passwords
 * or codes is reached. The limits are checked before and again in the commit, so that concurrent requests cannot try
 * more than they allow. Only the right password leads to the second factor.
 * `readMeanwhile` is called with the person while the organizations are read.
 *
 * See: docs/contract/accounts.md#login.
 */
export async function checkLogin<T>(
  context: RequestContext,
  given: GivenLogin,
  readMeanwhile: (user: User) => Promise<T>,
): Promise<LoginCheck<T>> {
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
  const wrong = (cause: string) => ({
    isRight: false as const,
    changes: incrementWrongPasswords(attempts, now),
    error: new AppError('auth.invalid_credentials', undefined, { cause }),
  });
  if (user === undefined) return wrong('no user has the address');
  if (!right) return wrong('wrong password');
  const [memberships, read] = await Promise.all([membershipsOf(table, user.id), readMeanwhile(user)]);
  const membership = memberships.find(
    ({ slug }) => given.organization_slug === undefined || slug === given.organization_slug,
  );
  // Counted as well. Otherwise a correct password with a foreign slug would be recognizable because it is not counted.
  if (membership === undefined) return wrong('the user has no such organization');
  const second = await checkFactorOf(context, user, given.totp);
  if (!second.isRight) {
    const error = new AppError('auth.second_factor_required', undefined, { cause: 'the second factor' });
    return { isRight: false, changes: [...checkLoginLimits(attempts, now), ...second.changes], error };
  }
  const changes = [...putSuccessfulLogin(attempts, now), ...second.changes];
  return { isRight: true, changes, user, membership, keyring, read };
}

/** Checks the second factor of a person who has one. A missing code is not counted, because it was no guess. */
async function checkFactorOf(
  { table, keyring, now }: RequestContext,
  { email, hasSecondFactor }: User,
  code: string | undefined,
): Promise<{ isRight: boolean; changes: Change[] }> {
  if (hasSecondFactor !== true) return { isRight: true, changes: [] };
  const factor = await findSecondFactor(table, email);
  if (factor === undefined) throw new Error('a person with a second factor has no row of it');
  if (code === undefined) return { isRight: false, changes: [] };
  const checked = await checkSecondFactor(await keyring(), factor, code, now);
  return { isRight: checked.isRight, changes: [countCheck(checked)] };
}
