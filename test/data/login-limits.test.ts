import { randomBytes } from 'node:crypto';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Table } from '#shared/data/table-client.ts';
import { DAY, MINUTE } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { atOnce, countByStatus, loginAttempts } from '../support/login-attempts.ts';
import { mailedCodes, wrongCode } from '../support/mailed-codes.ts';
import { networkAddress } from '../support/network-address.ts';

const engine = useEngine();
const HOME = networkAddress();
const ELSEWHERE = networkAddress();

let api: InProcessApi;
let email: string;
let now: number;

beforeEach(() => {
  api = new InProcessApi(engine.table);
  now = Date.now();
  api.now = () => now;
  email = `ada-${randomBytes(6).toString('hex')}@example.com`;
});

const { signUp, login, wrong, seedDay } = loginAttempts(engine, () => ({ api, email, now }));

describe('wrong passwords for an account', () => {
  test('Wrong passwords from one IP address are limited to ten in fifteen minutes, and then right ones are rejected too', async () => {
    await signUp();
    expect(countByStatus(await atOnce(10, () => wrong(HOME)))).toEqual({ 401: 10 });
    const refused = await login(HOME);
    expect(refused.status).toBe(429);
    expect(refused.body.error).toMatchObject({ code: 'rate_limit.exceeded', retryable: true });
    expect(refused.body.error.message).toMatch(
      /^At most 10 wrong passwords .* 15 minutes\. The limit resets at \S+Z\. A code/,
    );
    expect(refused.headers['retry-after']).toBe(String(15 * 60));
    expect((await login(ELSEWHERE)).status).toBe(200);
    now += 15 * MINUTE;
    expect((await login(HOME)).status).toBe(200);
  });

  test('Wrong passwords are counted exactly when thirty are tried at once, including a right one', async () => {
    await signUp();
    const [replies, right] = await Promise.all([atOnce(30, () => wrong(HOME)), login(HOME)]);
    expect(countByStatus(replies)).toEqual({ 401: 10, 429: 20 });
    expect([200, 429]).toContain(right.status);
    expect((await login(HOME)).status).toBe(429);
  });

  test('Wrong passwords for an account that does not exist have the same limit and the same errors', async () => {
    const seen = async () => {
      const replies = [];
      for (let index = 0; index < 12; index++) replies.push(await wrong(HOME));
      return replies.map(({ status, body, headers }) => {
        const { request_id: _, ...error } = body.error;
        return { status, error, retryAfter: headers['retry-after'] };
      });
    };
    const unknown = await seen();
    email = `bob-${randomBytes(6).toString('hex')}@example.com`;
    await signUp();
    expect(await seen()).toEqual(unknown);
    expect(unknown.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429, 429]);
  });

  test('Wrong passwords also count with a foreign slug, which must not reveal a right password', async () => {
    await signUp();
    const replies = await atOnce(12, () => login(HOME, { organization_slug: 'not-mine' }));
    expect(countByStatus(replies)).toEqual({ 401: 10, 429: 2 });
  });

  test('A right password does not count as a wrong one, and does not reset the count', async () => {
    await signUp();
    expect(countByStatus(await atOnce(15, () => login(HOME)))).toEqual({ 200: 15 });
    await atOnce(9, () => wrong(HOME));
    expect((await login(HOME)).status).toBe(200);
    expect((await wrong(HOME)).status).toBe(401);
    expect((await login(HOME)).status).toBe(429);
  });

  test('Wrong passwords from all addresses of one IPv6 network count together', async () => {
    await signUp();
    expect(countByStatus(await atOnce(12, (index) => wrong(`2001:db8:1:2::${index + 1}`)))).toEqual({
      401: 10,
      429: 2,
    });
    expect((await login('2001:db8:1:3::1')).status).toBe(200);
  });

  test('Wrong passwords are limited to a hundred per day from all addresses, except those with an earlier successful login', {
    timeout: 120_000,
  }, async () => {
    await signUp();
    expect((await login(HOME)).status).toBe(200);
    for (let network = 1; network <= 10; network++) {
      expect(countByStatus(await atOnce(10, () => wrong(`203.0.113.${100 + network}`)))).toEqual({ 401: 10 });
    }
    const refused = await login(ELSEWHERE);
    expect(refused.status).toBe(429);
    expect(refused.body.error.message).toMatch(/^At most 100 wrong passwords .* per day/);
    expect(Number(refused.headers['retry-after'])).toBe(DAY / 1000);
    expect((await wrong(ELSEWHERE)).status).toBe(429);

    // The owner is not locked out: from a known address, only the limit of that address applies.
    expect((await login(HOME)).status).toBe(200);
    expect(countByStatus(await atOnce(12, () => wrong(HOME)))).toEqual({ 401: 10, 429: 2 });
    now += DAY;
    expect((await login(ELSEWHERE)).status).toBe(200);
  });

  test('Wrong passwords cost no write once the limit is reached', async () => {
    await atOnce(10, () => wrong(HOME));
    const writes: unknown[] = [];
    const send = (command: object, options?: object) => {
      if (command instanceof TransactWriteCommand) writes.push(command.input);
      return engine.table.client.send(command as never, options);
    };
    const watched: Table = { ...engine.table, client: { send } as unknown as Table['client'] };
    Object.assign(api.services, { table: () => watched });
    expect(countByStatus(await atOnce(5, () => wrong(HOME)))).toEqual({ 429: 5 });
    expect(writes).toEqual([]);
  });
});

describe('the end of the limit by a mailed code', () => {
  const lastMail = async (organizationId?: string) =>
    (await mailedCodes(api, engine.table, email, organizationId)).at(-1);
  // The order of two emails of one millisecond would be unknown.
  const wait = () => {
    now += 1;
  };

  test('A resend emails a code at the limit, verifying it returns that there is an account, and the login works from there', async () => {
    await signUp();
    await atOnce(10, () => wrong(ELSEWHERE));
    const before = await mailedCodes(api, engine.table, email);
    wait();
    expect((await api.call('resendSignup', { address: ELSEWHERE, body: { email } })).status).toBe(202);
    const mail = await lastMail();
    expect(await mailedCodes(api, engine.table, email)).toHaveLength(before.length + 1);
    expect(mail?.purpose).toBe('unlock');

    const verify = (code?: string) => api.call('verifySignup', { address: ELSEWHERE, body: { email, code } });
    expect((await verify(wrongCode(mail?.code ?? ''))).body.error.code).toBe('auth.code_invalid');
    expect((await login(ELSEWHERE)).status).toBe(429);
    const verified = await verify(mail?.code);
    expect(verified.status).toBe(409);
    expect(verified.body.error.code).toBe('auth.already_claimed');
    expect((await login(ELSEWHERE)).status).toBe(200);
    expect((await verify(mail?.code)).body.error.code).toBe('auth.code_invalid');
  });

  test('A mailed code also ends the daily limit, for the caller’s address and for all others', {
    timeout: 120_000,
  }, async () => {
    await signUp();
    await seedDay();
    expect((await login(ELSEWHERE)).status).toBe(429);
    const organization_slug = `s-${randomBytes(6).toString('hex')}`;
    const again = { organization_name: 'Works', organization_slug, email, password: 'another good password' };
    wait();
    expect((await api.call('signup', { address: ELSEWHERE, body: again })).status).toBe(202);
    const body = { email, code: (await lastMail())?.code };
    expect((await api.call('verifySignup', { address: ELSEWHERE, body })).status).toBe(409);
    expect((await login(ELSEWHERE)).status).toBe(200);
    expect((await login('192.0.2.99')).status).toBe(200);
    expect((await login(ELSEWHERE, { password: 'another good password' })).status).toBe(401);
    // The address from which the owner proved the mailbox is known now: strangers cannot use up its daily limit again.
    await seedDay();
    expect((await login(ELSEWHERE)).status).toBe(200);
  });

  test('The code of an organization’s owner ends the limit of wrong passwords', async () => {
    await signUp();
    await atOnce(10, () => wrong(ELSEWHERE));
    expect((await login(ELSEWHERE)).status).toBe(429);
    const slug = `s-${randomBytes(6).toString('hex')}`;
    const made = await api.call('createOrganization', { body: { name: 'Other', slug, owner_email: email } });
    const call = { key: made.body.admin_api_key, body: { code: (await lastMail(made.body.id))?.code } };
    expect((await api.call('verifyOwner', { ...call, address: ELSEWHERE })).status).toBe(200);
    expect((await login(ELSEWHERE)).status).toBe(200);
  });

  test('The code of a claim ends the limit of wrong passwords', async () => {
    await signUp();
    await atOnce(10, () => wrong(ELSEWHERE));
    expect((await login(ELSEWHERE)).status).toBe(429);
    const { id, key } = await api.organization();
    await api.call('claim', { key, body: { email, password: 'another good password' } });
    const body = { email, code: (await lastMail(id))?.code };
    expect((await api.call('claim', { key, address: ELSEWHERE, body })).status).toBe(200);
    expect((await login(ELSEWHERE)).status).toBe(200);
  });

  test('A signup ends the limit: attempts from before the account existed do not lock its owner out', async () => {
    await atOnce(10, () => wrong(HOME));
    expect((await wrong(HOME)).status).toBe(429);
    await signUp(HOME);
    expect((await login(HOME)).status).toBe(200);
  });

  test('No code is mailed to an account that has reached no limit', async () => {
    await signUp();
    const before = await mailedCodes(api, engine.table, email);
    expect((await api.call('resendSignup', { address: ELSEWHERE, body: { email } })).status).toBe(202);
    expect(await mailedCodes(api, engine.table, email)).toEqual(before);
  });
});
