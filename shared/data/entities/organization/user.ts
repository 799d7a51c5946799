import { type Change, insert, RETRY, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, getRows, type Key, type Table } from '../../table-client.ts';

interface EmailOwner {
  userId: string;
}

export const decodeEmailOwner = rowDecoder<EmailOwner>({ userId: 'string' });

/** A person with a login. Each email address has at most one. */
export interface User {
  id: string;
  email: string;
  passwordHash: string;
  /** Increases when the password changes; login tokens of earlier versions are invalid. */
  passwordVersion: number;
  /** Whether the person has an active `SecondFactor`; absent if not. */
  hasSecondFactor?: boolean;
  createdAt: number;
}

export const decodeUser = rowDecoder<User>({
  id: 'string',
  email: 'string',
  passwordHash: 'string',
  passwordVersion: 'number',
  createdAt: 'number',
});

export function userKey(id: string): Key {
  return { pk: `${PREFIX.user}${id}`, sk: 'USER' };
}

/** The row that says who has an email address. */
export function emailKey(email: string): Key {
  return { pk: `${PREFIX.email}${email}`, sk: 'EMAIL' };
}

/** Read if no user has the address, so that the time of a request does not reveal whether one has. */
const PLACEHOLDER_ID = 'usr_00000000000000000000000000';

/** The user of an address. Makes the same two reads whether there is one or not. */
export async function findUserByEmail(table: Table, email: string): Promise<User | undefined> {
  const guard = await getRow(table, decodeEmailOwner, emailKey(email), { strong: true });
  return getRow(table, decodeUser, userKey(guard?.userId ?? PLACEHOLDER_ID), { strong: true });
}

export function findUser(table: Table, id: string): Promise<User | undefined> {
  return getRow(table, decodeUser, userKey(id), { strong: true });
}

/** A new user, and the row that keeps the address unique. The operation retries if the address was taken meanwhile. */
export function insertUser(user: User): Change[] {
  return [insert({ ...emailKey(user.email), userId: user.id }, RETRY), insert({ ...userKey(user.id), ...user })];
}

/**
 * Ends all sessions of a person, and sets the new password if there is one. The operation retries if another request
 * has done so meanwhile.
 */
export function updateLogin({ id, passwordVersion }: User, { passwordHash }: { passwordHash?: string }): Change {
  return update(
    userKey(id),
    { set: { passwordHash, passwordVersion: passwordVersion + 1 } },
    {
      condition: {
        expression: '#passwordVersion = :known',
        names: { '#passwordVersion': 'passwordVersion' },
        values: { ':known': passwordVersion },
      },
      onConditionFailed: RETRY,
    },
  );
}

/** Notes whether a person has an active second factor. */
export function updateHasSecondFactor({ id }: User, hasSecondFactor: boolean): Change {
  return update(userKey(id), { set: { hasSecondFactor } }, { onConditionFailed: RETRY });
}

/** Those of the wanted people that exist, in no particular order. */
export function findUsers(table: Table, ids: readonly string[]): Promise<User[]> {
  return getRows(table, decodeUser, ids.map(userKey), { strong: true });
}
