import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { atOnce, countByStatus, loginAttempts } from '../support/login-attempts.ts';
import { mailedCodes, wrongCode } from '../support/mailed-codes.ts';
import { networkAddress } from '../support/network-address.ts';

const engine = useEngine();
const OWNER = networkAddress();
const ATTACKER = networkAddress();

let api: InProcessApi;
let email: string;
let now: number;

beforeEach(() => {
  api = new InProcessApi(engine.table, { signupStartsPerHour: 1e6 });
  // The first moment of an hour, so that the limits of an hour do not begin again within a test.
  now = Math.ceil(Date.now() / HOUR) * HOUR;
  api.now = () => now;
  email = `ada-${randomBytes(6).toString('hex')}@example.com`;
});

const { signUp, login, seedDay } = loginAttempts(engine, () => ({ api, email, now }));

const unlockCodes = async () =>
  (await mailedCodes(api, engine.table, email)).filter(({ purpose }) => purpose === 'unlock').map(({ code }) => code);
const verify = (address: string, code: string | undefined) =>
  api.call('verifySignup', { address, body: { email, code } });

function resend(address: string) {
  now += 1;
  return api.call('resendSignup', { address, body: { email } });
}

function start(address: string) {
  now += 1;
  const organization_slug = `s-${randomBytes(6).toString('hex')}`;
  const body = { organization_name: 'Works', organization_slug, email, password: 'another good password' };
  return api.call('signup', { address, body });
}

test('An owner still gets an unlock code when a stranger has used up the code emails, signups and resends of the hour', async () => {
  await signUp();
  for (let request = 0; request < 11; request++) expect((await start(ATTACKER)).status).toBe(202);
  await atOnce(6, () => resend(ATTACKER));
  await seedDay();
  expect((await login(OWNER)).status).toBe(429);
  expect((await start(OWNER)).status).toBe(202);
  const [code] = await unlockCodes();
  expect((await verify(OWNER, code)).body.error.code).toBe('auth.already_claimed');
  expect((await login(OWNER)).status).toBe(200);
});

test('Guesses from other network addresses do not exhaust an unlock code, and five from its own do', async () => {
  await signUp();
  await seedDay();
  await resend(OWNER);
  const [code = ''] = await unlockCodes();
  for (let guess = 1; guess <= 6; guess++) await verify(ATTACKER, wrongCode(code, guess));
  expect((await verify(ATTACKER, code)).status).toBe(400);
  expect((await verify(OWNER, code)).body.error.code).toBe('auth.already_claimed');

  await seedDay();
  await resend(ATTACKER);
  const own = (await unlockCodes()).at(-1) ?? '';
  const replies = await atOnce(5, (guess) => verify(ATTACKER, wrongCode(own, guess + 1)));
  expect(countByStatus(replies)).toEqual({ 400: 5 });
  expect((await verify(ATTACKER, own)).status).toBe(400);
});

test('A network address gets its next unlock code when its last one has expired, also of twenty requests at once', async () => {
  await signUp();
  await seedDay();
  expect(countByStatus(await atOnce(20, () => start(ATTACKER)))).toEqual({ 202: 20 });
  expect(await unlockCodes()).toHaveLength(1);
  now += 16 * MINUTE;
  await start(ATTACKER);
  expect(await unlockCodes()).toHaveLength(2);
});

test('An address gets at most five unlock codes in an hour, from all network addresses together', async () => {
  await signUp();
  await seedDay();
  await atOnce(9, (network) => start(`203.0.113.${100 + network}`));
  expect(await unlockCodes()).toHaveLength(5);
});

test('An unlock code works once', async () => {
  await signUp();
  await seedDay();
  await resend(OWNER);
  const [code] = await unlockCodes();
  const replies = await atOnce(5, () => verify(OWNER, code));
  expect(replies.map(({ body }) => body.error.code).sort()).toEqual([
    'auth.already_claimed',
    ...Array(4).fill('auth.code_invalid'),
  ]);
});

test('An address without an account gets no unlock code', async () => {
  await seedDay();
  await start(OWNER);
  expect(await unlockCodes()).toEqual([]);
});
