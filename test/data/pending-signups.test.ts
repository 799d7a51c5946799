import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { mailedCodes, wrongCode } from '../support/mailed-codes.ts';
import { networkAddress } from '../support/network-address.ts';

const engine = useEngine();
let api: InProcessApi;
let email: string;
let now: number;

const OWNER = { name: 'Owner', password: 'the password of the owner', address: networkAddress() };
const ATTACKER = { name: 'Attacker', password: 'the password of the attacker', address: networkAddress() };
type Party = typeof OWNER;

beforeEach(() => {
  api = new InProcessApi(engine.table, { signupStartsPerHour: 1e6 });
  now = Date.now();
  api.now = () => now;
  email = `ada-${randomBytes(6).toString('hex')}@example.com`;
});

function start({ name, password, address }: Party) {
  now += 1;
  const organization_slug = `s-${randomBytes(6).toString('hex')}`;
  return api.call('signup', { address, body: { organization_name: name, organization_slug, email, password } });
}

function resend({ address }: Party) {
  now += 1;
  return api.call('resendSignup', { address, body: { email } });
}

const verify = (code: string | undefined) => api.call('verifySignup', { body: { email, code } });
const login = ({ password, address }: Party) => api.call('login', { address, body: { email, password } });
const mails = () => mailedCodes(api, engine.table, email);
const codesOf = async ({ name }: Party) =>
  (await mails()).filter((mail) => mail.organizationName === name).map(({ code }) => code);

describe('several signups of one address', () => {
  test.each([
    ['after', [OWNER, ATTACKER]],
    ['before', [ATTACKER, OWNER]],
  ])(
    'Signups are independent: the owner’s code opens the owner’s, also if an attacker started %s',
    async (_, parties) => {
      for (const party of parties) expect((await start(party)).status).toBe(202);
      const [code] = await codesOf(OWNER);
      const done = await verify(code);
      expect(done.status).toBe(201);
      expect(done.body.organization.name).toBe('Owner');
      expect((await login(ATTACKER)).status).toBe(401);
      expect((await login(OWNER)).status).toBe(200);
    },
  );

  test('Each signup opens with its own code, and the others become void once the address has an account', async () => {
    await start(OWNER);
    await start(ATTACKER);
    const [[owners], [attackers]] = [await codesOf(OWNER), await codesOf(ATTACKER)];
    expect((await verify(attackers)).body.organization.name).toBe('Attacker');
    expect((await verify(owners)).body.error.code).toBe('auth.code_invalid');
    expect((await login(OWNER)).status).toBe(401);
  });

  test('Signups have separate attempt counters: a code with too many wrong guesses does not affect one that is mailed later', async () => {
    await start(ATTACKER);
    const [first] = await codesOf(ATTACKER);
    for (let guess = 1; guess <= 5; guess++) await verify(wrongCode(first ?? '', guess));
    expect((await verify(first)).body.error.code).toBe('auth.code_exhausted');
    await start(OWNER);
    const [second] = await codesOf(OWNER);
    if (first !== second) expect((await verify(first)).body.error.code).toBe('auth.code_invalid');
    expect((await verify(second)).body.organization.name).toBe('Owner');
  });

  test('Concurrent signups all get a code, and each code opens its own', async () => {
    const parties = Array.from({ length: 6 }, (_, index) => ({ ...OWNER, name: `Party ${index}` }));
    await Promise.all(parties.map(start));
    const sent = await mails();
    expect(sent.map(({ organizationName }) => organizationName).sort()).toEqual(parties.map(({ name }) => name));
    expect(new Set(sent.map(({ code }) => code)).size).toBe(6);
    const chosen = sent[3];
    expect((await verify(chosen?.code)).body.organization.name).toBe(chosen?.organizationName);
  });

  test('An address has at most ten pending signups: an eleventh gets the same reply, but no mail, and replaces none', async () => {
    api.limits = { ...api.limits, codeMailsPerHour: 100 };
    const parties = Array.from({ length: 11 }, (_, index) => ({ ...OWNER, name: `Party ${index}` }));
    for (const party of parties) expect((await start(party)).status).toBe(202);
    expect(await mails()).toHaveLength(10);
    expect((await verify((await mails())[0]?.code)).body.organization.name).toBe('Party 0');
  });

  test('Expired signups make room for new ones', async () => {
    api.limits = { ...api.limits, codeMailsPerHour: 100 };
    for (let index = 0; index < 10; index++) await start(ATTACKER);
    now += 16 * MINUTE;
    await start(OWNER);
    expect((await verify((await codesOf(OWNER))[0])).status).toBe(201);
  });
});

describe('a resend', () => {
  test('A resend renews the signup from the caller’s IP address, whatever other signups exist', async () => {
    await start(OWNER);
    await start(ATTACKER);
    await resend(OWNER);
    const [first, second] = await codesOf(OWNER);
    expect(await codesOf(ATTACKER)).toHaveLength(1);
    if (first !== second) expect((await verify(first)).body.error.code).toBe('auth.code_invalid');
    expect((await verify(second)).body.organization.name).toBe('Owner');
    expect((await login(OWNER)).status).toBe(200);
  });

  test('A resend from another IP address renews the only signup, and none of several', async () => {
    const elsewhere = { ...OWNER, address: networkAddress() };
    await start(OWNER);
    await resend(elsewhere);
    expect(await codesOf(OWNER)).toHaveLength(2);
    await start(ATTACKER);
    expect((await resend(elsewhere)).status).toBe(202);
    expect(await mails()).toHaveLength(3);
    expect((await verify((await codesOf(OWNER)).at(-1))).body.organization.name).toBe('Owner');
  });

  test('A resend renews a code that has too many wrong guesses or has expired', async () => {
    await start(OWNER);
    const [first] = await codesOf(OWNER);
    for (let guess = 1; guess <= 5; guess++) await verify(wrongCode(first ?? '', guess));
    now += HOUR;
    await resend(OWNER);
    expect((await verify((await codesOf(OWNER)).at(-1))).status).toBe(201);
  });
});

describe('an address that has an account', () => {
  /** What a stranger sees of an address: the status and error codes of a series of requests. */
  async function seenOf(steps: ('start' | 'resend' | 'guess')[]) {
    const seen: string[] = [];
    for (const step of steps) {
      const reply = await {
        start: () => start(ATTACKER),
        resend: () => resend(ATTACKER),
        guess: () => verify('000000'),
      }[step]();
      seen.push(`${step} ${reply.status} ${reply.body.error?.code ?? ''}`);
    }
    return seen;
  }

  test.each([
    ['no one tried to log in', 0],
    ['too many wrong passwords were tried', 10],
  ])(
    'An address with an account looks like one without, whatever a stranger starts, requests again or guesses, when %s',
    {
      timeout: 120_000,
    },
    async (_, wrongPasswords) => {
      const tryToLogIn = () => Promise.all(Array.from({ length: wrongPasswords }, () => login(ATTACKER)));
      const guesses = (count: number) => Array<'guess'>(count).fill('guess');
      const steps: Parameters<typeof seenOf>[0] = [
        ...(['resend', ...guesses(6), 'start', ...guesses(3), 'resend', ...guesses(6)] as const),
        ...Array<'start'>(10).fill('start'),
        ...(['resend', ...guesses(6), 'start', ...guesses(2)] as const),
      ];
      await tryToLogIn();
      const unknown = await seenOf(steps);
      email = `bob-${randomBytes(6).toString('hex')}@example.com`;
      await start(OWNER);
      expect((await verify((await mails())[0]?.code)).status).toBe(201);
      // A day later nothing of the signup itself is left.
      now += 25 * HOUR;
      await tryToLogIn();
      expect(await seenOf(steps)).toEqual(unknown);
    },
  );
});
