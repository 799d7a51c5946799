import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { mailedCodes, wrongCode } from '../support/mailed-codes.ts';

const engine = useEngine();
let api: InProcessApi;
let email: string;
let slug: string;
const PASSWORD = 'correct horse battery';

beforeEach(() => {
  api = new InProcessApi(engine.table, { signupStartsPerHour: 1000 });
  const random = randomBytes(6).toString('hex');
  email = `ada-${random}@example.com`;
  slug = `works-${random}`;
});

const start = (over: Record<string, unknown> = {}) =>
  api.call('signup', {
    body: { organization_name: 'Example Works', organization_slug: slug, email, password: PASSWORD, ...over },
  });
const verify = (code: string, over: Record<string, unknown> = {}) =>
  api.call('verifySignup', { body: { email, code, ...over } });
const resend = () => api.call('resendSignup', { body: { email } });
const lastCode = async () => (await mailedCodes(api, engine.table, email)).at(-1)?.code ?? '';
const parallel = <T>(times: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)));

describe('a signup', () => {
  test('A signup creates user, organization and key when the code is right, and nothing before', async () => {
    const started = await start();
    expect(started.status).toBe(202);
    expect(started.body).toMatchObject({ status: 'verification_required', email });
    expect((await api.call('login', { body: { email, password: PASSWORD } })).status).toBe(401);

    const done = await verify(await lastCode());
    expect(done.status).toBe(201);
    expect(done.body.organization).toMatchObject({ name: 'Example Works', slug });
    expect(done.body.user.email).toBe(email);
    expect(done.body.key_prefix).toBe(done.body.api_key.slice(0, 12));
    const me = await api.call('getMe', { key: done.body.api_key });
    expect(me.body).toMatchObject({ actor_type: 'user', org_slug: slug });
    const usage = await api.call('getUsage', { key: done.body.api_key });
    expect(usage.body).toMatchObject({ owner_verified: true, agent_limit: 25, email_daily_limit: 200 });
  });

  test('Of twenty verifications at once with the right code one creates the account', async () => {
    await start();
    const code = await lastCode();
    const replies = await parallel(20, () => verify(code));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      expect(reply.body.error.code).toBe('auth.code_invalid');
    }
  });

  test('Six wrong guesses at once exhaust the code, so that the right one is rejected', async () => {
    await start();
    const code = await lastCode();
    const replies = await parallel(6, (index) => verify(wrongCode(code, index + 1)));
    const codes = replies.map(({ body }) => body.error.code).sort();
    expect(codes).toEqual([...Array(5).fill('auth.code_exhausted').slice(0, 1), ...Array(5).fill('auth.code_invalid')]);
    expect((await verify(code)).body.error.code).toBe('auth.code_exhausted');
  });

  test('The code of a signup is valid for fifteen minutes', async () => {
    const begun = Date.now();
    api.now = () => begun;
    await start();
    const code = await lastCode();
    api.now = () => begun + 15 * MINUTE + 1;
    expect((await verify(code)).body.error.code).toBe('auth.code_expired');
    api.now = () => begun + 15 * MINUTE;
    expect((await verify(code)).status).toBe(201);
  });

  test('A new code of a signup voids the previous one', async () => {
    await start();
    const first = await lastCode();
    expect((await resend()).status).toBe(202);
    const second = await lastCode();
    if (first !== second) expect((await verify(first)).body.error.code).toBe('auth.code_invalid');
    expect((await verify(second)).status).toBe(201);
  });

  test('The sixth resend in an hour is rejected with the time to wait, also for an unknown address', async () => {
    const replies = [];
    for (let i = 0; i < 6; i++) replies.push(await resend());
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 429]);
    const refused = replies[5];
    expect(refused?.body.error.code).toBe('rate_limit.exceeded');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(HOUR / 1000);
  });

  test('An address without a signup is sent nothing, however often a code is requested', async () => {
    for (let i = 0; i < 3; i++) expect((await resend()).status).toBe(202);
    expect(await mailedCodes(api, engine.table, email)).toEqual([]);
    expect((await verify('000000')).body.error.code).toBe('auth.code_invalid');
    await start();
    expect((await verify(await lastCode())).status).toBe(201);
  });

  test('One IP address can start a limited number of signups per hour', async () => {
    api = new InProcessApi(engine.table, { signupStartsPerHour: 3 });
    const address = `198.51.100.${randomBytes(1)[0]}`;
    const call = (index: number) =>
      api.call('signup', {
        address,
        body: { organization_name: 'X', organization_slug: slug, email: `${index}-${email}`, password: PASSWORD },
      });
    const replies = await parallel(5, call);
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 202, 202, 429, 429]);
  });

  test('A slug that was taken meanwhile is reported by verify, which creates nothing and keeps the code valid', async () => {
    await start();
    const code = await lastCode();
    const other = await api.call('createOrganization', { body: { name: 'Other', slug } });
    expect(other.status).toBe(201);
    expect((await verify(code)).body.error.code).toBe('organization.slug_taken');
    expect((await verify(code)).body.error.code).toBe('organization.slug_taken');
    expect((await api.call('login', { body: { email, password: PASSWORD } })).status).toBe(401);

    await start({ organization_slug: `${slug}-2` });
    expect((await verify(await lastCode())).body.organization.slug).toBe(`${slug}-2`);
  });

  test('Of two signups that race for one slug one succeeds, and the other can be started again', async () => {
    const people = [`a-${email}`, `b-${email}`];
    await Promise.all(people.map((one) => start({ email: one })));
    const codes = await Promise.all(
      people.map(async (one) => (await mailedCodes(api, engine.table, one)).at(-1)?.code ?? ''),
    );
    const replies = await Promise.all(people.map((one, index) => verify(codes[index] ?? '', { email: one })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('Slugs and addresses are normalized, so that two ways to type them are one', async () => {
    await start({ organization_slug: slug.toUpperCase(), email: email.toUpperCase() });
    const done = await verify(await lastCode());
    expect(done.body.organization.slug).toBe(slug);
    const again = await api.call('createOrganization', { body: { name: 'X', slug: `ｗ${slug.slice(1)}` } });
    expect(again.body.error.code).toBe('organization.slug_taken');
  });

  test('An address with an account gets the same reply, an email without a code, and no second account', async () => {
    await start();
    const first = await verify(await lastCode());
    expect(first.status).toBe(201);
    const again = await start({ organization_slug: `${slug}-2`, password: 'another password' });
    expect(again.status).toBe(202);
    expect(Object.keys(again.body).sort()).toEqual(['email', 'expires_at', 'status']);
    const mail = (await mailedCodes(api, engine.table, email)).at(-1);
    expect(mail?.purpose).toBe('known_address');
    // Even the code that the mail does not show matches nothing.
    expect((await verify(mail?.code ?? '')).body.error.code).toBe('auth.code_invalid');
    expect((await api.call('login', { body: { email, password: 'another password' } })).status).toBe(401);
    expect((await api.call('login', { body: { email, password: PASSWORD } })).status).toBe(200);
  });

  test('An idempotency key replays the created account with its key, and a wrong guess counts once', async () => {
    await start();
    const code = await lastCode();
    const wrong = { idempotencyKey: 'a-wrong-guess-0001', body: { email, code: wrongCode(code) } };
    for (let i = 0; i < 8; i++) {
      expect((await api.call('verifySignup', wrong)).body.error.code).toBe('auth.code_invalid');
    }
    const right = { idempotencyKey: 'the-right-one-0001', body: { email, code } };
    const first = await api.call('verifySignup', right);
    const second = await api.call('verifySignup', right);
    expect(first.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotency-replayed']).toBe('true');
  });

  test('A signup error names each invalid field', async () => {
    expect((await start({ password: 'short' })).body.error.message).toMatch(/^password: /);
    expect((await start({ email: 'not-an-address' })).body.error.message).toMatch(/^email: /);
    expect((await start({ organization_slug: '-x-' })).body.error.message).toMatch(/^organization_slug: /);
    expect((await verify('12345')).body.error.message).toMatch(/^code: /);
  });
});
