import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultProviderAccount, findProviderAccountById } from '#shared/data/entities/mail/provider-account.ts';
import { createProvider } from '#shared/services/outbound-mail/create-provider.ts';
import type { OperationName } from '#testing/operations.ts';
import { useEngine } from '../support/engine.ts';
import { everyRow } from '../support/every-row.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

const engine = useEngine();
const PASSWORD = 'the-password-of-the-account';
let api: InProcessApi;
let server: MailServer;

beforeAll(async () => {
  api = new InProcessApi(engine.table);
  server = await startMailServer(PASSWORD);
});

afterAll(() => server.stop());

const account = (more: Record<string, unknown> = {}) => ({
  provider: 'smtp',
  host: '127.0.0.1',
  port: server.port,
  username: 'ada',
  credentials: { password: PASSWORD },
  ...more,
});

async function organization() {
  const made = await api.organization();
  const call = <N extends OperationName>(name: N, more: object = {}) => api.call(name, { key: made.key, ...more });
  const create = (more: Record<string, unknown> = {}) => call('createProviderAccount', { body: account(more) });
  const defaults = async () => {
    const { body } = await call('listProviderAccounts');
    return body.provider_accounts
      .filter((one: { is_default: boolean }) => one.is_default)
      .map((one: { id: string }) => one.id);
  };
  return { ...made, call, create, defaults };
}

describe('the default account', () => {
  test('The first account is the default, until another is made the default', async () => {
    const { id, create, defaults, call } = await organization();
    expect(await defaultProviderAccount(engine.table, id)).toBeUndefined();
    const first = await create();
    expect(first).toMatchObject({ status: 201, body: { is_default: true, status: 'active', last_error: null } });
    const second = await create();
    expect(second.body.is_default).toBe(false);
    expect(await defaults()).toEqual([first.body.id]);

    const third = await create({ is_default: true });
    expect(await defaults()).toEqual([third.body.id]);
    expect((await defaultProviderAccount(engine.table, id))?.id).toBe(third.body.id);

    await call('deleteProviderAccount', { params: { id: third.body.id } });
    expect(await defaults()).toEqual([]);
    expect(await defaultProviderAccount(engine.table, id)).toBeUndefined();
    expect((await create()).body.is_default).toBe(false);
  });

  test('No account is the default if the first one declines it', async () => {
    const { create, defaults } = await organization();
    await create({ is_default: false });
    expect(await defaults()).toEqual([]);
  });

  test('There is one default account, however many are created at once', async () => {
    const { create, defaults } = await organization();
    const made = await Promise.all([create(), create({ is_default: true }), create({ is_default: true }), create()]);
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await defaults()).toHaveLength(1);
  });
});

describe('the secrets of an account', () => {
  test('The secrets of an account are shown by no read and stored nowhere in plain text', async () => {
    const { create, call } = await organization();
    const { body } = await create();
    expect(body.inbound_secret).toMatch(/^inb_[\w-]{43}$/);
    const params = { id: body.id };
    const shown = [
      await call('getProviderAccount', { params }),
      await call('listProviderAccounts'),
      await call('verifyProviderAccount', { params }),
    ].map((reply) => JSON.stringify(reply.body));
    for (const text of [...shown, JSON.stringify(body)]) expect(text).not.toContain(PASSWORD);
    for (const text of shown) expect(text).not.toContain(body.inbound_secret);
    const rows = JSON.stringify(await everyRow(engine.table));
    expect(rows).toContain(body.id);
    expect(rows).not.toContain(PASSWORD);
    expect(rows).not.toContain(body.inbound_secret);
  });

  test('The secrets of an account are decrypted for sending', async () => {
    const { id, create } = await organization();
    await create();
    const found = await defaultProviderAccount(engine.table, id);
    if (found === undefined) throw new Error('no default');
    const provider = await createProvider(found, await api.services.keyring(), { allowLoopback: true });
    await provider.send({ from: 'a@agents.test', to: ['b@example.com'], raw: Buffer.from('Subject: x\r\n\r\nx\r\n') });
    expect(server.taken.at(-1)?.to).toEqual(['b@example.com']);
  });

  test('The secrets of another account cannot be decrypted in its place', async () => {
    const { id, create } = await organization();
    await create();
    const other = await create();
    const found = await defaultProviderAccount(engine.table, id);
    if (found === undefined) throw new Error('no default');
    const swapped = { ...found, id: String(other.body.id) };
    const keyring = await api.services.keyring();
    await expect(createProvider(swapped, keyring, { allowLoopback: true })).rejects.toThrow();
  });
});

describe('a new account', () => {
  test.each([
    [{ region: 'eu-central-1' }, 'region'],
    [{ credentials: { password: 'x', role_arn: 'arn:aws:iam::111122223333:role/aid-x' } }, 'credentials.role_arn'],
    [{ username: undefined }, 'username'],
    [{ credentials: undefined }, 'credentials.password'],
    [{ host: undefined }, 'host'],
    [{ port: undefined }, 'port'],
    [{ port: 0 }, 'port'],
    [{ host: '10.0.0.1' }, 'host'],
    [{ host: '169.254.169.254' }, 'host'],
    [{ host: '0x0a000001' }, 'host'],
    [{ host: '::ffff:10.0.0.1' }, 'host'],
    [{ host: 'smtp.example.com/x' }, 'host'],
    [{ host: 'smtp.example.com:25' }, 'host'],
    [{ host: 'user@smtp.example.com' }, 'host'],
    [{ username: 'a\r\nRCPT TO' }, 'username'],
    [{ provider: 'ses' }, 'host'],
    [{ provider: 'imap' }, 'provider'],
  ])('A new account with %j is rejected, and the error names %s', async (more, field) => {
    const { create, call } = await organization();
    const reply = await create(more);
    expect(reply.status).toBe(400);
    expect(reply.body.error.message).toMatch(new RegExp(`^${field}:`));
    expect((await call('listProviderAccounts')).body.provider_accounts).toEqual([]);
  });

  test.each([
    [{ region: 'eu-central-1.evil.example' }, 'region'],
    [
      { region: 'eu-central-1', credentials: { role_arn: 'arn:aws:iam::111122223333:role/admin' } },
      'credentials.role_arn',
    ],
    [{ region: 'us-east-1' }, 'credentials.role_arn'],
    [{ region: 'eu-central-1', username: 'ada' }, 'username'],
    [{}, 'region'],
  ])('A new SES account with %j is rejected, and the error names %s', async (more, field) => {
    const { call } = await organization();
    const reply = await call('createProviderAccount', { body: { provider: 'ses', ...more } });
    expect([reply.status, reply.body.error?.message]).toEqual([400, expect.stringMatching(new RegExp(`^${field}:`))]);
  });

  test('A new account that cannot be reached is created with the error in its status', async () => {
    const { create } = await organization();
    const reply = await create({ credentials: { password: 'wrong' } });
    expect(reply).toMatchObject({ status: 201, body: { status: 'error', last_error: expect.stringMatching(/login/) } });
    expect(reply.body.last_error).not.toContain('wrong');
  });
});

test('An account is found by its id alone only while it exists', async () => {
  const { id, create, call } = await organization();
  const { body } = await create();
  expect((await findProviderAccountById(engine.table, body.id))?.organizationId).toBe(id);
  await call('deleteProviderAccount', { params: { id: body.id } });
  expect(await findProviderAccountById(engine.table, body.id)).toBeUndefined();
});
