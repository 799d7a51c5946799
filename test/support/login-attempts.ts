import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { put } from '#shared/data/change.ts';
import type { Table } from '#shared/data/table-client.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { DAY } from '#shared/domain/time/time.ts';
import type { InProcessApi } from './in-process-api.ts';
import { mailedCodes } from './mailed-codes.ts';
import { networkAddress } from './network-address.ts';

const PASSWORD = 'correct horse battery';

/** Starts `work` that many times at once. */
export const atOnce = <T>(times: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)));

/** The number of replies with each status. */
export const countByStatus = (replies: { status: number }[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(replies, ({ status }) => status)).map(([key, all]) => [key, all?.length]),
  );

/** Logins of one account. `current` returns the account and the time of the running test. */
export function loginAttempts(
  engine: { readonly table: Table },
  current: () => { readonly api: InProcessApi; readonly email: string; readonly now: number },
) {
  /** Creates the account from a unique IP address. */
  async function signUp(address = networkAddress()) {
    const { api, email } = current();
    const organization_slug = `s-${randomBytes(6).toString('hex')}`;
    const body = { organization_name: 'Works', organization_slug, email, password: PASSWORD };
    expect((await api.call('signup', { address, body })).status).toBe(202);
    const code = (await mailedCodes(api, engine.table, email)).at(-1)?.code;
    expect((await api.call('verifySignup', { address, body: { email, code } })).status).toBe(201);
    return organization_slug;
  }

  const login = (address: string, over: object = {}) => {
    const { api, email } = current();
    return api.call('login', { address, body: { email, password: PASSWORD, ...over } });
  };
  const wrong = (address: string, over: object = {}) => login(address, { password: 'not the password', ...over });

  /** Uses up a part of the daily limit of the account, like many addresses with one wrong password each. */
  async function seedDay(count = 100) {
    const { api, email, now } = current();
    const until = now + DAY;
    const row = put({ pk: `LOGIN#${email}`, sk: 'WRONG', count, until, expires_at: Math.ceil(until / 1000) });
    await commit(engine.table, { build: (tx) => tx.put(row) }, { now: api.now });
    return { count, until };
  }

  return { signUp, login, wrong, seedDay };
}
