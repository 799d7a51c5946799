import { expect, onTestFinished, test } from 'vitest';
import { IssuerKeys } from '#functions/http/tokens/issuer-keys.ts';
import { guardedGet } from '#shared/runtime/guarded-get.ts';
import { Receiver } from '#testing/receiver.ts';
import { makeTokenKey } from '../support/subject-tokens.ts';

const LOCAL = { policy: { allowLoopback: true }, ownUrls: ['http://127.0.0.1:1'] };
const START = Date.UTC(2026, 10, 28, 6);
const [ONE, TWO] = [makeTokenKey('one'), makeTokenKey('two')];
const set = (...keys: { jwk: object }[]) => JSON.stringify({ keys: keys.map(({ jwk }) => jwk) });

/** An issuer without a network: its answers by address, and the addresses that were asked for. */
function issuer(answers: Record<string, string | Error>) {
  const asked: string[] = [];
  const keys = new IssuerKeys(async (url) => {
    asked.push(url);
    const answer = answers[url] ?? new Error('HTTP 404');
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const at = (jwksUrl: string | null = 'https://keys.example/jwks') => ({
    issuer: 'https://issuer.example',
    jwksUrl,
    jwks: null,
  });
  const kidsAt = async (kid: string, now: number, jwksUrl?: string | null) =>
    (await keys.keysWith(kid, at(jwksUrl), LOCAL, now))?.map((key) => key.kid);
  return { asked, answers, kidsAt, keys, at };
}

const JWKS = 'https://keys.example/jwks';
const DISCOVERY = 'https://issuer.example/.well-known/openid-configuration';

test('Keys are asked for once in ten minutes', async () => {
  const { asked, kidsAt } = issuer({ [JWKS]: set(ONE) });
  for (const seconds of [0, 1, 599]) expect(await kidsAt('one', START + seconds * 1000)).toEqual(['one']);
  expect(asked).toEqual([JWKS]);
  await kidsAt('one', START + 600_000);
  expect(asked).toHaveLength(2);
});

test('A key that was not there is asked for again after half a minute, and not before', async () => {
  const { asked, answers, kidsAt } = issuer({ [JWKS]: set(ONE) });
  await kidsAt('one', START);
  answers[JWKS] = set(ONE, TWO);
  expect(await kidsAt('two', START + 29_000)).toEqual([]);
  expect(asked).toHaveLength(1);
  expect(await kidsAt('two', START + 30_000)).toEqual(['two']);
  for (let n = 1; n < 30; n++) expect(await kidsAt(`unknown-${n}`, START + 30_000 + n * 1000)).toEqual([]);
  expect(asked).toHaveLength(2);
});

test('An issuer that cannot be reached is asked again after half a minute', async () => {
  const { asked, answers, kidsAt } = issuer({});
  expect(await kidsAt('one', START)).toBeUndefined();
  expect(await kidsAt('one', START + 29_000)).toBeUndefined();
  expect(asked).toHaveLength(1);
  answers[JWKS] = set(ONE);
  expect(await kidsAt('one', START + 30_000)).toEqual(['one']);
});

test('Keys are used for an hour while their issuer cannot be reached', async () => {
  const { answers, kidsAt } = issuer({ [JWKS]: set(ONE) });
  await kidsAt('one', START);
  answers[JWKS] = new Error('HTTP 503');
  expect(await kidsAt('one', START + 3_599_000)).toEqual(['one']);
  expect(await kidsAt('one', START + 3_600_000)).toBeUndefined();
});

test('A key that the issuer has removed is not used after the next request', async () => {
  const { answers, kidsAt } = issuer({ [JWKS]: set(ONE, TWO) });
  await kidsAt('one', START);
  answers[JWKS] = set(TWO);
  expect(await kidsAt('one', START + 600_000)).toEqual([]);
});

test('Requests for the same keys at the same time share one', async () => {
  const { asked, kidsAt } = issuer({ [JWKS]: set(ONE) });
  expect(await Promise.all([kidsAt('one', START), kidsAt('one', START), kidsAt('two', START)])).toEqual([
    ['one'],
    ['one'],
    [],
  ]);
  expect(asked).toHaveLength(1);
});

test('Discovery leads to the keys, if the document is the issuer’s own', async () => {
  const document = (of: object) => JSON.stringify({ issuer: 'https://issuer.example', jwks_uri: JWKS, ...of });
  const good = issuer({ [DISCOVERY]: document({}), [JWKS]: set(ONE) });
  expect(await good.kidsAt('one', START, null)).toEqual(['one']);
  expect(good.asked).toEqual([DISCOVERY, JWKS]);
  for (const bad of [
    { issuer: 'https://other.example' },
    { issuer: 'https://issuer.example/' },
    { jwks_uri: 7 },
    { jwks_uri: 'http://keys.example/jwks' },
    { jwks_uri: 'https://169.254.169.254/jwks' },
    { jwks_uri: 'https://[fd00::1]/jwks' },
    { jwks_uri: 'http://127.0.0.1:1/jwks' },
    { jwks_uri: 'file:///etc/passwd' },
  ]) {
    const { asked, kidsAt } = issuer({ [DISCOVERY]: document(bad), [JWKS]: set(ONE) });
    expect(await kidsAt('one', START, null), JSON.stringify(bad)).toBeUndefined();
    expect(asked, JSON.stringify(bad)).toEqual([DISCOVERY]);
  }
});

test('What is no key set, or a larger one than any issuer has, gives no keys', async () => {
  const many = Array.from({ length: 101 }, () => ONE);
  for (const answer of ['', 'null', '[]', '{"keys":1}', '<html>', set(...many)])
    expect(await issuer({ [JWKS]: answer }).kidsAt('one', START), answer.slice(0, 20)).toBeUndefined();
  expect(await issuer({ [JWKS]: '{"keys":[null,7,{"kty":"oct","kid":"one","k":"AA"}]}' }).kidsAt('one', START)).toEqual(
    [],
  );
});

test('Given keys need no request', async () => {
  const { keys, at, asked } = issuer({});
  const given = { ...at(null), jwks: [ONE.jwk, TWO.jwk] as never };
  expect(await keys.keysWith('two', given, LOCAL, START)).toEqual([TWO.jwk]);
  expect(asked).toEqual([]);
});

test('The memory of keys is bounded', async () => {
  const { keys, at, asked } = issuer({ [JWKS]: set(ONE) });
  await keys.keysWith('one', at(), LOCAL, START);
  for (let n = 0; n < 250; n++) await keys.keysWith('one', at(`https://keys.example/${n}`), LOCAL, START);
  await keys.keysWith('one', at(), LOCAL, START + 1000);
  expect(asked.filter((url) => url === JWKS)).toHaveLength(2);
});

const BOUNDS = { timeoutMs: 20_000, maxBytes: 64 * 1024, policy: { allowLoopback: true } };

async function serving(plan: Parameters<typeof Receiver.start>[0]): Promise<Receiver> {
  const receiver = await Receiver.start(plan);
  onTestFinished(() => receiver.stop());
  return receiver;
}

test('A GET returns a text, and asks for it without compression', async () => {
  const receiver = await serving({ status: 200, body: set(ONE) });
  expect(await guardedGet(receiver.url('/jwks'), BOUNDS)).toBe(set(ONE));
  expect(receiver.requests[0]).toMatchObject({ method: 'GET', headers: { 'accept-encoding': 'identity' } });
});

test('A GET follows no redirect, to wherever it leads', async () => {
  const target = await serving({ status: 200, body: set(ONE) });
  for (const redirectTo of [target.url('/jwks'), 'http://169.254.169.254/latest/meta-data/']) {
    const receiver = await serving({ redirectTo });
    await expect(guardedGet(receiver.url(), BOUNDS)).rejects.toThrow('HTTP 302');
  }
  expect(target.requests).toEqual([]);
});

test('A GET reads no more than its limit, and waits no longer', async () => {
  const huge = await serving({ status: 200, body: 'x'.repeat(1024 * 1024) });
  await expect(guardedGet(huge.url(), BOUNDS)).rejects.toThrow('more than 65536 bytes');
  const slow = await serving({ never: true });
  await expect(guardedGet(slow.url(), { ...BOUNDS, timeoutMs: 200 })).rejects.toThrow();
});

test('A GET does not connect to an address that is not public', async () => {
  const receiver = await serving({ status: 200, body: 'secret' });
  const aws = { ...BOUNDS, policy: { allowLoopback: false } };
  await expect(guardedGet(receiver.url(), aws)).rejects.toThrow('not public');
  await expect(guardedGet(`http://localhost:${receiver.port}/`, aws)).rejects.toThrow();
  for (const host of ['169.254.169.254', '10.0.0.1', '[::ffff:169.254.169.254]', '[fd00:ec2::254]'])
    await expect(guardedGet(`http://${host}/`, BOUNDS), host).rejects.toThrow('not public');
  expect(receiver.requests).toEqual([]);
});
