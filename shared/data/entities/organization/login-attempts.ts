import {
  KNOWN_NETWORK_DAYS,
  limitsFor,
  WRONG_PASSWORD_LIMITS,
  type WrongPasswordScope,
  type WrongPasswords,
} from '#shared/domain/organization/login-limits.ts';
import { DAY, epochSeconds, MINUTE } from '#shared/domain/time/time.ts';
import { type Change, check, put, RETRY, update } from '../../change.ts';
import { anyRow, rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { type DecodeRow, getRows, type Key, type Row, type Table } from '../../table-client.ts';

/**
 * What limits logins to an account from a network address: the wrong passwords so far, and whether a login from there
 * has succeeded before. The rows are keyed by email address, whether it has an account or not, so that the limits do
 * not reveal which accounts exist.
 *
 * See: shared/domain/organization/login-limits.ts; docs/decisions/0006-people.md#limits.
 */
export interface LoginAttempts {
  email: string;
  /** The keyed hash of the network address under which its wrong passwords are counted. */
  network: string;
  /** The keyed hash under which the network address becomes a known one. */
  newest: string;
  counts: Record<WrongPasswordScope, WrongPasswords | undefined>;
  /** When a login from the network address was last recorded, in epoch milliseconds; undefined if none was. */
  knownSince: number | undefined;
}

/** The keyed hashes of a network address, one for each data key; the first is for new rows. */
export type NetworkHmacs = readonly [string, ...string[]];

const decodeCount = rowDecoder<WrongPasswords>({ count: 'number', until: 'number' });
const decodeKnownNetwork = rowDecoder<{ at: number }>({ at: 'number' });

function attemptsKey(email: string, sk: string): Key {
  return { pk: `${PREFIX.login}${email}`, sk };
}

function countKey(email: string, network: string, scope: WrongPasswordScope): Key {
  return attemptsKey(email, scope === 'account' ? 'WRONG' : `WRONG#${network}`);
}

function knownKey(email: string, network: string): Key {
  return attemptsKey(email, `KNOWN#${network}`);
}

/**
 * Reads the same rows for every email address, by a strongly consistent read: the count of the account, and two rows
 * for each data key. A count that began before the data key was replaced continues in its row.
 */
export async function findLoginAttempts(
  table: Table,
  email: string,
  networks: NetworkHmacs,
  now: number,
): Promise<LoginAttempts> {
  const [newest] = networks;
  const accountKey = countKey(email, newest, 'account');
  const networkKeys = networks.flatMap((network) => [countKey(email, network, 'network'), knownKey(email, network)]);
  const rows = await getRows(table, anyRow, [accountKey, ...networkKeys], { strong: true });
  const find = <T>(decode: DecodeRow<T>, { sk }: Key): T | undefined => {
    const row = rows.find((one) => one.sk === sk);
    return row && decode(row);
  };
  const countOf = (network: string) => find(decodeCount, countKey(email, network, 'network'));
  const network = networks.find((one) => (countOf(one)?.until ?? 0) > now) ?? newest;
  const known = networks.flatMap((one) => find(decodeKnownNetwork, knownKey(email, one))?.at ?? []);
  return {
    email,
    network,
    newest,
    counts: { network: countOf(network), account: find(decodeCount, accountKey) },
    knownSince: known.filter((at) => at + KNOWN_NETWORK_DAYS * DAY > now).sort((a, b) => b - a)[0],
  };
}

/**
 * Counts a wrong password. If other requests have reached a limit meanwhile, the operation retries and is refused, so
 * that no caller learns the result of a password that was not counted.
 */
export function incrementWrongPasswords({ email, network, counts, knownSince }: LoginAttempts, now: number): Change[] {
  return limitsFor(knownSince !== undefined).map((scope) => {
    const { limit, windowMs } = WRONG_PASSWORD_LIMITS[scope];
    const key = countKey(email, network, scope);
    const current = counts[scope];
    if (current !== undefined && current.until > now) {
      return update(
        key,
        { add: { count: 1 } },
        {
          condition: {
            expression: '#until = :window AND #count < :max',
            names: { '#until': 'until', '#count': 'count' },
            values: { ':window': current.until, ':max': limit },
          },
          onConditionFailed: RETRY,
        },
      );
    }
    return put(countRow(key, { count: 1, until: now + windowMs }), noWindow(now), RETRY);
  });
}

/** Records a successful login, unless other requests have reached a limit meanwhile. */
export function putSuccessfulLogin(attempts: LoginAttempts, now: number): Change[] {
  const { email, newest, knownSince } = attempts;
  const fresh = knownSince !== undefined && knownSince > now - DAY;
  return [...checkLoginLimits(attempts, now), ...(fresh ? [] : [putKnownNetwork(email, newest, now)])];
}

/**
 * Writes nothing, but the operation runs again if other requests have reached a limit meanwhile: for a right password
 * that is not enough to log in.
 */
export function checkLoginLimits({ email, network, knownSince }: LoginAttempts, now: number): Change[] {
  return limitsFor(knownSince !== undefined).map((scope) =>
    check(
      countKey(email, network, scope),
      {
        expression: 'attribute_not_exists(pk) OR #until <= :now OR #count < :max',
        names: { '#until': 'until', '#count': 'count' },
        values: { ':now': now, ':max': WRONG_PASSWORD_LIMITS[scope].limit },
      },
      RETRY,
    ),
  );
}

/**
 * Lifts the limits for a caller who has just proved the email address by a mailed code: the counts start again, and
 * the caller's network address becomes a known one.
 */
export function resetLoginLimits(email: string, networks: NetworkHmacs, now: number): Change[] {
  const [newest] = networks;
  const keys = [countKey(email, newest, 'account'), ...networks.map((network) => countKey(email, network, 'network'))];
  return [...keys.map((key) => put(countRow(key, { count: 0, until: now }))), putKnownNetwork(email, newest, now)];
}

function noWindow(now: number) {
  return {
    expression: 'attribute_not_exists(pk) OR #until <= :now',
    names: { '#until': 'until' },
    values: { ':now': now },
  };
}

function countRow(key: Key, counted: WrongPasswords): Row<WrongPasswords & { expires_at: number }> {
  return { ...key, ...counted, expires_at: epochSeconds(counted.until + MINUTE) };
}

function putKnownNetwork(email: string, network: string, now: number): Change {
  const expires_at = epochSeconds(now + KNOWN_NETWORK_DAYS * DAY);
  return put({ ...knownKey(email, network), at: now, expires_at });
}
