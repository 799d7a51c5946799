import { AssumeRoleWithWebIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { AWS_ROLE } from '#test/support/provider-fakes/aws.ts';
import type { RunningFake, Trust } from '#test/support/provider-fakes/fake-provider.ts';
import { FAKES } from '#test/support/provider-fakes/fakes.ts';
import { forgedTokens } from '#test/support/provider-fakes/forged-tokens.ts';
import { TestIssuer } from '#test/support/provider-fakes/test-issuer.ts';

const SUBJECT = 'agent:agt_01JADA0000000000000000ADA0';
const HOUR = 3600;
/** How providers refuse a token. Any other status would be a failure of the fake. */
const REFUSED = [400, 401, 403];
const NAMES = Object.keys(FAKES);

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await TestIssuer.start();
});
afterAll(() => issuer.close());

async function start(name: string, trust: Partial<Trust> = {}): Promise<RunningFake> {
  const fake = await FAKES[name]?.({ issuer: issuer.url, subject: SUBJECT, ...trust });
  if (fake === undefined) throw new Error(`no fake of ${name}`);
  onTestFinished(() => fake.close());
  return fake;
}

/** The tokens that were not refused, by what is wrong with them. */
async function accepted(fake: RunningFake, tokens: Readonly<Record<string, string>>): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(tokens).map(async ([title, token]) => ({ title, status: (await fake.exchange(token)).status })),
  );
  return results.filter(({ status }) => !REFUSED.includes(status)).map(({ title, status }) => `${title}: ${status}`);
}

test.each(NAMES)('The fake of %s accepts a token of its agent, before and after a rotation of keys', async (name) => {
  const fake = await start(name);
  const sign = () => issuer.sign({ sub: SUBJECT, aud: fake.audience });
  const early = await sign();
  const late = await sign();
  expect((await fake.exchange(early)).status).toBe(200);
  issuer.rotate();
  expect((await fake.exchange(await sign())).status).toBe(200);
  expect((await fake.exchange(late)).status).toBe(200);
});

test.each(NAMES)('The fake of %s refuses every token that the issuer has not signed', async (name) => {
  const fake = await start(name);
  const [key] = issuer.publicKeys;
  if (key === undefined) throw new Error('no key');
  const genuine = await issuer.sign({ sub: SUBJECT, aud: fake.audience });
  expect(await accepted(fake, forgedTokens(genuine, key))).toEqual([]);
  expect(await accepted(fake, { garbage: 'x', empty: '', 'three parts': 'a.b.c' })).toEqual([]);
  expect((await fake.exchange(genuine)).status).toBe(200);
});

test.each(NAMES)('The fake of %s refuses another audience, agent, issuer and time', async (name) => {
  const fake = await start(name);
  const now = Math.floor(Date.now() / 1000);
  const usual = { sub: SUBJECT, aud: fake.audience };
  const wrong = {
    'another audience': await issuer.sign({ ...usual, aud: 'https://example.com' }),
    'the beginning of the audience': await issuer.sign({ ...usual, aud: fake.audience.slice(0, -1) }),
    'no audience': await issuer.sign({ sub: SUBJECT }),
    'another agent': await issuer.sign({ ...usual, sub: 'agent:agt_01JEVE0000000000000000EVE0' }),
    'more after the subject': await issuer.sign({ ...usual, sub: `${SUBJECT}0` }),
    'another case': await issuer.sign({ ...usual, sub: SUBJECT.toUpperCase() }),
    'another issuer': await issuer.sign({ ...usual, iss: 'https://issuer.example.com' }),
    expired: await issuer.sign({ ...usual, iat: now - HOUR, exp: now - 301 }),
    'not valid yet': await issuer.sign({ ...usual, nbf: now + HOUR }),
  };
  expect(await accepted(fake, wrong)).toEqual([]);
});

test.each(NAMES)('The last token of an agent ends for %s at its expiry, and not before', async (name) => {
  let ahead = 0;
  const fake = await start(name, { now: () => new Date(Date.now() + ahead * 1000) });
  const sign = () => issuer.sign({ sub: SUBJECT, aud: fake.audience });
  const [first, last] = [await sign(), await sign()];
  ahead = 590;
  expect((await fake.exchange(first)).status).toBe(200);
  // AWS allows for clocks that differ by five minutes.
  ahead = name === 'aws' ? 901 : 631;
  expect(await accepted(fake, { last })).toEqual([]);
});

test.each(['gcp', 'anthropic', 'openai'])(
  'The fake of %s takes keys inline, and then never reads the issuer',
  async (name) => {
    const keys = issuer.publicKeys;
    const fake = await start(name, { issuer: 'https://nowhere.example.com', keys });
    const sign = () => issuer.sign({ sub: SUBJECT, aud: fake.audience, iss: 'https://nowhere.example.com' });
    expect((await fake.exchange(await sign())).status).toBe(200);
    issuer.rotate();
    expect(await accepted(fake, { 'a key that was not uploaded': await sign() })).toEqual([]);
  },
);

test.each(['aws', 'openrouter', 'entra'])('%s takes no keys inline', async (name) => {
  await expect(start(name, { keys: issuer.publicKeys })).rejects.toThrow('uploaded');
});

test('Each provider has its own bound for the lifetime, and what it demands in addition', async () => {
  const now = Math.floor(Date.now() / 1000);
  const long = async (fake: RunningFake, seconds: number) =>
    (await fake.exchange(await issuer.sign({ sub: SUBJECT, aud: fake.audience, iat: now, exp: now + seconds }))).status;
  const [anthropic, gcp] = [await start('anthropic'), await start('gcp')];
  expect([await long(anthropic, HOUR), await long(anthropic, HOUR + 1)]).toEqual([200, 400]);
  expect([await long(gcp, 24 * HOUR), await long(gcp, 24 * HOUR + 1)]).toEqual([200, 400]);
  const once = await issuer.sign({ sub: SUBJECT, aud: anthropic.audience });
  expect([(await anthropic.exchange(once)).status, (await anthropic.exchange(once)).status]).toEqual([200, 400]);
  const openai = await start('openai');
  const short = await openai.exchange(await issuer.sign({ sub: SUBJECT, aud: openai.audience }));
  expect(JSON.parse(short.text).expires_in).toBeLessThanOrEqual(600);
});

test('The client of AWS itself uses the fake of AWS, and understands its refusals', async () => {
  const fake = await start('aws');
  const credentials = { accessKeyId: 'none', secretAccessKey: 'none' };
  const sts = new STSClient({ endpoint: fake.args.at(-1) ?? '', region: 'eu-central-1', credentials, maxAttempts: 1 });
  const assume = (token: string) =>
    sts.send(
      new AssumeRoleWithWebIdentityCommand({ RoleArn: AWS_ROLE, RoleSessionName: 'ada', WebIdentityToken: token }),
    );
  const usual = { sub: SUBJECT, aud: fake.audience };
  const { Credentials, SubjectFromWebIdentityToken } = await assume(await issuer.sign(usual));
  expect(SubjectFromWebIdentityToken).toBe(SUBJECT);
  expect(Credentials?.SessionToken).toBe('AQoDYXdzEE0a8ANXXXX&WejfcrHjjr6v==');
  const now = Math.floor(Date.now() / 1000);
  const refusal = async (claims: object) => {
    const token = await issuer.sign({ ...usual, ...claims });
    return (await assume(token).catch((error: Error) => error)) as Error;
  };
  expect((await refusal({ iat: now - HOUR, exp: now - 301 })).name).toBe('ExpiredTokenException');
  expect((await refusal({ aud: 'https://example.com' })).name).toBe('InvalidIdentityTokenException');
  expect((await refusal({ sub: 'agent:agt_01JEVE0000000000000000EVE0' })).name).toBe('AccessDenied');
});
